from .engine cimport Engine

cdef const Engine* find_engine(str name) except NULL
