# AC-83: the victim's choices as the online version makes them.
from ..types cimport Action, u64
from ..bits cimport low_bit, bit
from .state cimport *
from .tables cimport *
from .movegen cimport Options, legal_options, B_CARD, B_RESERVE, B_SIEGE


cdef inline bint is_victim_phase(int phase) noexcept nogil:
    return phase == P_BLOCK_RAID or phase == P_BLOCK_AMBUSH or phase == P_LOSE or phase == P_GIVE


cdef inline Action first_of(u64 kinds, const int* order, int n, Action otherwise) noexcept nogil:
    cdef int i
    for i in range(n):
        if (kinds >> order[i]) & 1:
            return A_CARD + order[i]
    return otherwise


cdef inline Action victim_choice(const State* s, const Tables* t) noexcept nogil:
    """Always block if possible; lose the cheapest vulnerable card, of equal ones that in reserve; give from
    the hand first."""
    cdef Options o
    cdef int order[8]
    cdef Action a = A_OTHER + O_STOP
    legal_options(s, t, &o)
    if s.phase == P_LOSE or s.phase == P_GIVE:
        order[0] = K_NEUTRAL_NATIVES
        order[1] = K_MILITIA
        order[2] = K_STARTING_INFANTRY
        order[3] = K_REGULAR_INFANTRY
        order[4] = K_SIEGE_ARTILLERY
        a = first_of(o.word[B_CARD] | o.word[B_RESERVE] | o.word[B_SIEGE], order, 5, a)
        if s.phase == P_LOSE and (o.word[B_RESERVE] >> (a - A_CARD)) & 1:
            a += A_RESERVE_CARD - A_CARD  # of equal cards the one in reserve, as in most of the recorded cases
        elif not (o.word[B_CARD] >> (a - A_CARD)) & 1:
            a += (A_RESERVE_CARD - A_CARD) if (o.word[B_RESERVE] >> (a - A_CARD)) & 1 else (A_SIEGE_CARD - A_CARD)
        return a
    order[0] = K_NEUTRAL_NATIVES
    order[1] = K_NATIVE_AMERICANS
    order[2] = s.target if s.phase == P_BLOCK_RAID else K_NATIVE_AMERICANS
    order[3] = K_FORTIFICATION
    order[4] = K_NEUTRAL_FORTIFICATION
    order[5] = K_MILITIA
    order[6] = K_COUREURS_DE_BOIS
    order[7] = K_RANGERS
    return first_of(o.word[B_CARD], order, 8, a)
