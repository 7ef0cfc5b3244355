# Options of a decision as consecutive words of action ids: listing, testing and picking them, the same for every game.
from .types cimport Action, i64, u32, u64
from .bits cimport low_bit, drop_low, one_or_none, running_count, nth_bit
from .rng cimport Rng, below

cdef enum:
    MAX_WORDS = 16  # words of the richest decision of any game, at most


cdef inline int list_options(const u64* word, int n, Action base, Action* out) noexcept nogil:
    """Ids in ascending order; returns how many."""
    cdef u64 m
    cdef int i
    cdef int count = 0
    for i in range(n):
        m = word[i]
        while m:
            out[count] = base + 64 * i + low_bit(m)
            m = drop_low(m)
            count += 1
    return count


cdef inline bint has_option(const u64* word, int n, Action base, Action a) noexcept nogil:
    a -= base
    if a < 0 or a >= 64 * n:
        return False
    return (word[a >> 6] >> (a & 63)) & 1


cdef inline bint is_single(const u64* word, int n) noexcept nogil:
    """Whether there is exactly one option."""
    cdef u64 any_word = 0
    cdef int i
    for i in range(n):
        if word[i]:
            if any_word or not one_or_none(word[i]):
                return False
            any_word = 1
    return any_word


cdef inline Action first_option(const u64* word, int n, Action base) noexcept nogil:
    cdef int i
    for i in range(n):
        if word[i]:
            return base + 64 * i + low_bit(word[i])
    return base


cdef inline Action pick_option(const u64* word, int n, Action base, Rng* rng, i64* drawn) noexcept nogil:
    """One option, each with the same chance. With `drawn`, a single option draws nothing; else 1 is added to it."""
    cdef u64 running[MAX_WORDS]
    cdef u32 total = 0
    cdef u32 r
    cdef int i
    for i in range(n):  # empty words too: a few operations each, against a branch that nobody could predict
        running[i] = running_count(word[i])
        total += <u32> (running[i] >> 56)
    if drawn != NULL:
        if total == 1:
            return first_option(word, n, base)
        drawn[0] += 1
    r = below(rng, total)
    i = 0
    while r >= running[i] >> 56:
        r -= <u32> (running[i] >> 56)
        i += 1
    return base + 64 * i + nth_bit(word[i], running[i], r)


cdef inline u64 hash_words(const u64* w, size_t n) noexcept nogil:
    cdef u64 h = 0x9E3779B97F4A7C15ULL
    cdef size_t i
    for i in range(n):
        h = (h ^ w[i]) * 0xFF51AFD7ED558CCDULL
        h ^= h >> 32
    return h
