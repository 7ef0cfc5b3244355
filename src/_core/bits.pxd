# Words as sets: counting, finding and picking bits.
#
# Portable on purpose: compiled for plain x86-64 or ARM the compiler has no popcnt or pdep, so both are done
# by adding up neighbouring fields in parallel (SWAR). One pass gives the count and, as a by-product, the
# running count per byte, from which the nth set bit is found without a loop over the bits.
from .types cimport u8, u32, u64

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_MSC_VER)
    #include <intrin.h>
    static inline int sp_low(uint64_t w) { unsigned long i; _BitScanForward64(&i, w); return (int)i; }
    static inline int sp_high(uint64_t w) { unsigned long i; _BitScanReverse64(&i, w); return (int)i; }
    #else
    static inline int sp_low(uint64_t w) { return __builtin_ctzll(w); }
    static inline int sp_high(uint64_t w) { return 63 - __builtin_clzll(w); }
    #endif

    /* Per byte: how many bits are set in this byte and all lower ones; the top byte holds the total (0..64). */
    static inline uint64_t sp_running(uint64_t w) {
        w -= (w >> 1) & 0x5555555555555555ULL;
        w = (w & 0x3333333333333333ULL) + ((w >> 2) & 0x3333333333333333ULL);
        w = (w + (w >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return w * 0x0101010101010101ULL;
    }
    static inline int sp_popcount(uint64_t w) {
    #if defined(__POPCNT__) || defined(__aarch64__)
        return __builtin_popcountll(w);
    #else
        return (int)(sp_running(w) >> 56);
    #endif
    }
    /* sp_select[byte][n]: index of the n-th set bit of a byte, 2 KiB made by the compiler: it is the number of
       positions k whose bits 0..k hold at most n ones. A loop over the byte's bits would mispredict. */
    #define SP_ONES(b, k) (((b) & 1) + ((k) > 0 && ((b) >> 1 & 1)) + ((k) > 1 && ((b) >> 2 & 1)) \
        + ((k) > 2 && ((b) >> 3 & 1)) + ((k) > 3 && ((b) >> 4 & 1)) + ((k) > 4 && ((b) >> 5 & 1)) \
        + ((k) > 5 && ((b) >> 6 & 1)) + ((k) > 6 && ((b) >> 7 & 1)))
    #define SP_NTH(b, n) ((SP_ONES(b, 0) <= n) + (SP_ONES(b, 1) <= n) + (SP_ONES(b, 2) <= n) + (SP_ONES(b, 3) <= n) \
        + (SP_ONES(b, 4) <= n) + (SP_ONES(b, 5) <= n) + (SP_ONES(b, 6) <= n))
    #define SP_ROW(b) {SP_NTH(b, 0), SP_NTH(b, 1), SP_NTH(b, 2), SP_NTH(b, 3), \
        SP_NTH(b, 4), SP_NTH(b, 5), SP_NTH(b, 6), SP_NTH(b, 7)}
    #define SP_ROWS4(b) SP_ROW(b), SP_ROW(b + 1), SP_ROW(b + 2), SP_ROW(b + 3)
    #define SP_ROWS16(b) SP_ROWS4(b), SP_ROWS4(b + 4), SP_ROWS4(b + 8), SP_ROWS4(b + 12)
    #define SP_ROWS64(b) SP_ROWS16(b), SP_ROWS16(b + 16), SP_ROWS16(b + 32), SP_ROWS16(b + 48)
    static const uint8_t sp_select[256][8] = {SP_ROWS64(0), SP_ROWS64(64), SP_ROWS64(128), SP_ROWS64(192)};

    /* Index of the n-th (0-based) set bit of w, given running = sp_running(w); n must be below the total. */
    static inline int sp_nth(uint64_t w, uint64_t running, unsigned n) {
        /* A byte's high bit survives the subtraction where its running count exceeds n. */
        uint64_t past = ((running | 0x8080808080808080ULL) - (uint64_t)(n + 1) * 0x0101010101010101ULL)
                        & 0x8080808080808080ULL;
        int shift = sp_low(past) & ~7;
        unsigned before = (unsigned)(((running << 8) >> shift) & 0xFF);
        return shift + sp_select[(w >> shift) & 0xFF][n - before];
    }
    """
    int low_bit "sp_low"(u64 w) noexcept nogil  # index of the lowest set bit; w must not be 0
    int high_bit "sp_high"(u64 w) noexcept nogil  # index of the highest set bit; w must not be 0
    u64 running_count "sp_running"(u64 w) noexcept nogil
    int popcount "sp_popcount"(u64 w) noexcept nogil
    int nth_bit "sp_nth"(u64 w, u64 running, unsigned int n) noexcept nogil


cdef inline u64 bit(int i) noexcept nogil:
    return (<u64> 1) << i


cdef inline u32 bit32(int i) noexcept nogil:
    return (<u32> 1) << i


cdef inline u64 mask_if(bint condition) noexcept nogil:
    """All ones if the condition holds, else 0; without a branch."""
    return 0 - <u64> (condition != 0)


cdef inline u64 bit_if(bint condition, int i) noexcept nogil:
    return (<u64> (condition != 0)) << i


cdef inline u64 drop_low(u64 w) noexcept nogil:
    """The set without its lowest member."""
    return w & (w - 1)


cdef inline bint one_or_none(u64 w) noexcept nogil:
    return (w & (w - 1)) == 0
