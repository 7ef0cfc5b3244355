"""No Python inside the kernels: read the C that Cython generates and look into every `nogil` function.

Cython's annotated HTML colours lines by how much Python they touch; this check asks the same question of
the C itself, function by function, so that a single call of the interpreter in a kernel fails. Its demands:

1. every `cdef inline` function of a .pxd is a kernel, and every kernel is `noexcept nogil`;
2. the C body of no kernel calls Python's C API, a Cython helper that does, or takes the GIL;
3. the kernels were found at all: those of a .pyx, and some in each game's compiled module.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
CORE = ROOT / "src" / "_core"
GENERATED = ROOT / "build" / "cython" / "src" / "_core"

# `cdef [inline] TYPE name(ARGUMENTS) [noexcept] [nogil]:`, over several lines if need be.
DEFINITION = re.compile(
    r"^[ ]*cp?def\s+[^()=\n]*?(?P<name>\w+)\([^()]*(?:\([^()]*\)[^()]*)*\)(?P<end>[^:\n]*):",
    re.M,
)
# A C function definition with its body; Cython starts and ends each in the first column.
BODY = re.compile(
    r"^(?:static|extern|CYTHON_\w+)\b[^;{}\n]*?\b(?P<name>__pyx_f_\w+)\([^;{}]*\)\s*\{\n(?P<body>.*?)^\}",
    re.M | re.S,
)
SOURCE_LINE = re.compile(r'/\* "(?P<file>[^"]+)":(?P<line>\d+)\n.*?\*/', re.S)
LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"')
# The interpreter's C API and Cython's helpers on top of it.
PYTHON = re.compile(r"\b(?:_?Py(?!_ssize_t\b|_hash_t\b)[A-Z_]\w*|__Pyx_\w+|__pyx_\w*(?:_error|builtin|mstate\w*)\b)")
# Cython helpers that are plain C arithmetic.
PLAIN_C = re.compile(r"__Pyx_(?:div|mod|pow|abs|min|max)_\w+|__Pyx_sst_abs|__Pyx_(?:memviewslice|TypeInfo)$")


class Kernel(NamedTuple):
    """A function declared `nogil`, by the name it has in C."""

    where: str
    symbol: str


def kernels(path: Path, faults: list[str]) -> Iterator[Kernel]:
    """Yield the kernels of one source file; append what breaks the first demand."""
    text = path.read_text(encoding="utf-8")
    module = ["snowplay", "_core", *path.relative_to(CORE).with_suffix("").parts]
    mangled = "".join(f"{len(part)}{part}_" for part in module)
    for found in DEFINITION.finditer(text):
        where = f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, found.start('name')) + 1}"
        qualities = found["end"].split()
        if path.suffix == ".pxd" and "nogil" not in qualities:
            faults.append(f"{where}: {found['name']} is not declared `noexcept nogil`")
        if "nogil" in qualities:
            if "noexcept" not in qualities:
                faults.append(
                    f"{where}: {found['name']} is `nogil` but not `noexcept`: every call would ask for errors"
                )
            yield Kernel(where, f"__pyx_f_{mangled}{found['name']}")


def python_in(body: str) -> Iterator[tuple[str, str]]:
    """Yield (source line, C word) for every piece of Python in the body of a C function."""
    place, at = "?", 0
    for comment in [*SOURCE_LINE.finditer(body), None]:
        code = body[at : comment.start() if comment else len(body)]
        code = LITERAL.sub('""', re.sub(r"/\*.*?\*/", "", code, flags=re.S))
        for word in PYTHON.findall(code):
            if not PLAIN_C.match(word):
                yield place, word
        if comment:
            place, at = f"{comment['file']}:{comment['line']}", comment.end()


def main() -> int:
    # Any command of setup.py brings the generated C up to date.
    subprocess.run([sys.executable, "setup.py", "-q", "--name"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    faults: list[str] = []
    declared = {
        kernel.symbol: kernel.where
        for path in sorted([*CORE.rglob("*.pxd"), *CORE.rglob("*.pyx")])
        for kernel in kernels(path, faults)
    }
    seen: set[str] = set()
    for generated in sorted(GENERATED.rglob("*.c")):
        if generated.stem == "_cyutility":
            continue
        text = generated.read_text(encoding="utf-8")
        here = {found["name"]: found["body"] for found in BODY.finditer(text)}
        compiled = sorted(here.keys() & declared.keys())
        if generated.stem == "game" and not compiled:
            faults.append(f"{generated.relative_to(ROOT)}: no kernel found in the C of this game")
        for symbol in compiled:
            seen.add(symbol)
            found = list(python_in(here[symbol]))
            if found:
                words = ", ".join(dict.fromkeys(f"{word} ({place})" for place, word in found[:5]))
                faults.append(f"{declared[symbol]}: Python in a kernel: {words}; {len(found)} in all")
    for symbol in declared.keys() - seen:
        if ".pyx:" in declared[symbol]:  # an inline function of a .pxd that nobody calls is not compiled
            faults.append(f"{declared[symbol]}: not found in the generated C as {symbol}")
    for fault in dict.fromkeys(faults):
        print(fault)
    print(f"{len(declared)} kernels declared, {len(seen)} found in the C, {len(set(faults))} faults")
    return 1 if faults or not seen else 0


if __name__ == "__main__":
    sys.exit(main())
