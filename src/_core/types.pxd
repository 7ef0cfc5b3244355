# Every shared integer type and sentinel of the core, once.
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

ctypedef int8_t i8
ctypedef int16_t i16
ctypedef int32_t i32
ctypedef int64_t i64
ctypedef uint8_t u8
ctypedef uint16_t u16
ctypedef uint32_t u32
ctypedef uint64_t u64

# An id of a game's action table, or of its chance table when the actor is CHANCE.
ctypedef i32 Action
# A seat (0..n-1) or one of the sentinels below; the values are OpenSpiel's.
ctypedef i32 Player

cdef enum:
    CHANCE = -1  # the chance player is to move (explicit chance only)
    TERMINAL = -4  # the game is over
    NO_ACTION = -1  # no such action
    MAX_PLAYERS = 5  # seats of the largest game
    MAX_LEGAL = 256  # legal actions of the richest decision of any game, at most
    MAX_CHANCE = 64  # outcomes of the richest chance event of any game, at most
    MAX_STATE = 512  # bytes of the largest state of any game
    MAX_TALLY = 512  # bytes of the largest tally of any game
    STATE_WORDS = 64  # the same in 64-bit words
