# Writing observations: every function fills some floats, which are 0 before, and returns the place behind them.
#
# An observation is a few hundred values among thousands of zeros. So it is cleared in one go (`clear`), and then only what
# is not 0 is written: single values one by one, dense sets of bits four at a time.
from .types cimport u64
from .bits cimport drop_low, low_bit
from libc.string cimport memcpy, memset

cdef extern from *:
    """
    /* The four floats of four bits, bit 0 first. */
    static const float sp_quads[16][4] = {
        {0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {1, 1, 0, 0}, {0, 0, 1, 0}, {1, 0, 1, 0}, {0, 1, 1, 0}, {1, 1, 1, 0},
        {0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}, {1, 1, 0, 1}, {0, 0, 1, 1}, {1, 0, 1, 1}, {0, 1, 1, 1}, {1, 1, 1, 1},
    };
    """
    const float QUADS "sp_quads"[16][4]


cdef inline void clear(float* out, int n) noexcept nogil:
    memset(out, 0, n * sizeof(float))


cdef inline float* put_bits(float* out, u64 m, int n) noexcept nogil:
    """n (at most 64) zeros and ones, bit 0 first."""
    cdef int i
    if m:
        for i in range(0, n - 3, 4):
            memcpy(out + i, QUADS[(m >> i) & 15], 4 * sizeof(float))
        for i in range(n & ~3, n):
            out[i] = <float> ((m >> i) & 1)
    return out + n


cdef inline float* put_few_bits(float* out, u64 m, int n) noexcept nogil:
    """The same of a word with few bits, none of them beyond n."""
    while m:
        out[low_bit(m)] = 1.0
        m = drop_low(m)
    return out + n


cdef inline float* put_one_hot(float* out, int value, int n) noexcept nogil:
    """n floats, 1 at index value, or nowhere if the value is outside."""
    if 0 <= value < n:
        out[value] = 1.0
    return out + n


cdef inline float* put_number(float* out, int value, float scale) noexcept nogil:
    out[0] = value * scale
    return out + 1
