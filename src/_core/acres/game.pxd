# What other core modules may use of this game.
from ..engine cimport Engine

cdef const Engine* acres_engine() noexcept
