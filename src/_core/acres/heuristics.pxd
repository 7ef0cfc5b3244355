# Rough sense for search and heuristic play: how likely a move is to be a good one, and who stands better.
#
# Nothing here is a rule, and nothing here has to be right: weights pull playouts and the first visits of a search
# towards what players usually do.
from libc.math cimport exp, expf
from ..types cimport Action, i32
from .state cimport *
from .tables cimport *
from .features cimport N_FEATURES, count_features
from .worth cimport View, answer_worth, look, menu_worth

cdef inline void weigh_actions(
    const State* s, const Tables* t, const Action* actions, int n, float* out
) noexcept nogil:
    """A positive weight for every legal action of the pending decision: e to the power of its worth."""
    cdef View view
    cdef float most = -1e9
    cdef float heat = t.habits[H_HEAT][s.seat]
    cdef int i
    look(s, t, &view, s.seat)
    for i in range(n):
        out[i] = menu_worth(s, t, &view, actions[i]) if s.phase == P_MENU else answer_worth(s, t, &view, actions[i])
        if out[i] > most:
            most = out[i]
    for i in range(n):
        out[i] = (out[i] - most) * heat
        out[i] = expf(out[i]) if out[i] > -20 else <float> 2e-9


cdef enum:
    HIDDEN = 16  # units of the network's one hidden layer

cdef struct Network:  # chance of the British to win, learnt from games (tools/train_evaluation.py)
    float first[N_FEATURES][HIDDEN]
    float first_bias[HIDDEN]
    float second[HIDDEN]
    float direct[N_FEATURES]  # past the hidden layer
    float second_bias


cdef inline void estimate(const State* s, const Tables* t, const Network* net, double* out) noexcept nogil:
    """Chances of both sides."""
    cdef float f[N_FEATURES]
    cdef float h[HIDDEN]
    cdef float total = net.second_bias
    cdef int i, j
    count_features(s, t, f)
    for j in range(HIDDEN):
        h[j] = net.first_bias[j]
    for i in range(N_FEATURES):
        if f[i] != 0:  # three quarters of them are 0
            total += f[i] * net.direct[i]
            for j in range(HIDDEN):
                h[j] += f[i] * net.first[i][j]
    for j in range(HIDDEN):
        if h[j] > 0:
            total += h[j] * net.second[j]
    out[BRITISH] = 1.0 / (1.0 + exp(-total))
    out[FRENCH] = 1.0 - out[BRITISH]
