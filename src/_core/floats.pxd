# Writing observations: every function fills some floats and returns the place behind them.
from .types cimport u64


cdef inline float* put_zeros(float* out, int n) noexcept nogil:
    cdef int i
    for i in range(n):
        out[i] = 0.0
    return out + n


cdef inline float* put_bits(float* out, u64 m, int n) noexcept nogil:
    """n (at most 64) zeros and ones, bit 0 first."""
    cdef int i
    for i in range(n):
        out[i] = <float> ((m >> i) & 1)
    return out + n


cdef inline float* put_one_hot(float* out, int value, int n) noexcept nogil:
    """n floats, 1 at index value, or nowhere if the value is outside."""
    cdef int i
    for i in range(n):
        out[i] = 1.0 if i == value else 0.0
    return out + n


cdef inline float* put_number(float* out, int value, float scale) noexcept nogil:
    out[0] = value * scale
    return out + 1
