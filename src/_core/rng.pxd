# The generator: xoshiro256++ (Blackman and Vigna, 2019), period 2^256 - 1, one independent stream per game
# and purpose. A stream's four words come from SplitMix64 run over (master seed, game index, purpose), the
# seeding the authors recommend; seed 0 is a seed like any other.
from .types cimport u32, u64
from .bits cimport running_count, nth_bit, popcount

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_MSC_VER)
    #include <intrin.h>
    static inline uint64_t sp_mulhi(uint64_t a, uint64_t b) { return __umulh(a, b); }
    #else
    static inline uint64_t sp_mulhi(uint64_t a, uint64_t b) { return (uint64_t)(((unsigned __int128)a * b) >> 64); }
    #endif
    """
    u64 mulhi "sp_mulhi"(u64 a, u64 b) noexcept nogil

# Purposes. Chance streams come first and are shared by rule variants: the same seed deals the same cubes.
cdef enum:
    STREAM_SETUP = 0  # start player, route, trains
    STREAM_DECK = 1  # cards (of both sides' decks: side s uses STREAM_DECK + s)
    STREAM_DECK_2 = 2
    STREAM_BAG = 3  # cubes
    STREAM_SEAT = 4  # the policy of seat s uses STREAM_SEAT + s
    N_STREAMS = 9

cdef struct Rng:
    u64 s0
    u64 s1
    u64 s2
    u64 s3

cdef struct Streams:
    Rng stream[N_STREAMS]


cdef inline u64 splitmix(u64* x) noexcept nogil:
    cdef u64 z
    x[0] += 0x9E3779B97F4A7C15ULL
    z = x[0]
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL
    return z ^ (z >> 31)


cdef inline void seed_rng(Rng* r, u64 seed, u64 index, u64 purpose) noexcept nogil:
    """Start the stream of (master seed, game index, purpose)."""
    cdef u64 x = seed
    x = splitmix(&x) ^ index
    x = splitmix(&x) ^ (purpose * 0xD1B54A32D192ED03ULL)
    r.s0 = splitmix(&x)
    r.s1 = splitmix(&x)
    r.s2 = splitmix(&x)
    r.s3 = splitmix(&x)


cdef inline void seed_streams(Streams* rng, u64 seed, u64 index) noexcept nogil:
    cdef int i
    for i in range(N_STREAMS):
        seed_rng(&rng.stream[i], seed, index, i)


cdef inline u64 rotl(u64 x, int k) noexcept nogil:
    return (x << k) | (x >> (64 - k))


cdef inline u64 next64(Rng* r) noexcept nogil:
    cdef u64 result = rotl(r.s0 + r.s3, 23) + r.s0
    cdef u64 t = r.s1 << 17
    r.s2 ^= r.s0
    r.s3 ^= r.s1
    r.s1 ^= r.s2
    r.s0 ^= r.s3
    r.s2 ^= t
    r.s3 = rotl(r.s3, 45)
    return result


cdef inline u32 below(Rng* r, u32 n) noexcept nogil:
    """Uniform in 0..n-1 (n at least 1) by one multiplication of 64 random bits.

    The bias is below n / 2^64, for the game's n of at most some hundreds under 2^-55: no test of any length
    that can be run would see it, so the rejection loop is left out.
    """
    return <u32> mulhi(next64(r), n)


cdef inline int pick_bit(Rng* r, u64 mask) noexcept nogil:
    """Index of a set bit, each with the same chance; mask must not be 0."""
    cdef u64 running = running_count(mask)
    return nth_bit(mask, running, below(r, <u32> (running >> 56)))
