# Writing observations: every function fills some cells, which are 0 before, and returns the place behind them.
#
# A cell is a float, or a byte where four times the memory is too much. A float holds a number times its scale, a byte
# the number itself, 255 for anything greater. Each game writes both with one function.
#
# An observation is a few hundred values among thousands of zeros. So it is cleared in one go (`clear`), and then only
# what is not 0 is written: single values one by one, dense sets of bits four at a time.
from .types cimport u8, u64
from .bits cimport drop_low, low_bit
from libc.string cimport memcpy, memset

cdef extern from *:
    """
    /* The four cells of four bits, bit 0 first. */
    #define SP_QUADS \
    {0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {1, 1, 0, 0}, {0, 0, 1, 0}, {1, 0, 1, 0}, {0, 1, 1, 0}, {1, 1, 1, 0}, \
    {0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}, {1, 1, 0, 1}, {0, 0, 1, 1}, {1, 0, 1, 1}, {0, 1, 1, 1}, {1, 1, 1, 1},
    static const float sp_float_quads[16][4] = {SP_QUADS};
    static const unsigned char sp_byte_quads[16][4] = {SP_QUADS};
    """
    const float FLOAT_QUADS "sp_float_quads"[16][4]
    const u8 BYTE_QUADS "sp_byte_quads"[16][4]

ctypedef fused Cell:
    float
    u8


cdef inline void clear(Cell* out, int n) noexcept nogil:
    memset(out, 0, n * sizeof(Cell))


cdef inline Cell* put_bits(Cell* out, u64 m, int n) noexcept nogil:
    """n (at most 64) zeros and ones, bit 0 first."""
    cdef int i
    if m:
        for i in range(0, n - 3, 4):
            if Cell is float:
                memcpy(out + i, FLOAT_QUADS[(m >> i) & 15], 4 * sizeof(Cell))
            else:
                memcpy(out + i, BYTE_QUADS[(m >> i) & 15], 4 * sizeof(Cell))
        for i in range(n & ~3, n):
            out[i] = <Cell> ((m >> i) & 1)
    return out + n


cdef inline Cell* put_few_bits(Cell* out, u64 m, int n) noexcept nogil:
    """The same of a word with few bits, none of them beyond n."""
    while m:
        out[low_bit(m)] = 1
        m = drop_low(m)
    return out + n


cdef inline Cell* put_one_hot(Cell* out, int value, int n) noexcept nogil:
    """n cells, 1 at index value, or nowhere if the value is outside."""
    if 0 <= value < n:
        out[value] = 1
    return out + n


cdef inline Cell* put_number(Cell* out, int value, float scale) noexcept nogil:
    """A number that is not negative."""
    if Cell is float:
        out[0] = value * scale
    else:
        out[0] = <u8> (value if value < 255 else 255)
    return out + 1


cdef inline Cell* put_signed(Cell* out, int value, float scale) noexcept nogil:
    """A number of -128 to 127; in a byte 128 more."""
    if Cell is float:
        out[0] = value * scale
    else:
        out[0] = <u8> (value + 128)
    return out + 1
