#!/bin/sh
# make_venv.sh FOLDER [EXTRA]: a virtual environment with snowplay installed for development (editable), and what the
# named extra asks for. Says what is missing instead of failing half-way. PYTHON and CC choose others.
set -eu

venv=$1
extra=${2:+[$2]}

fail() {
    printf '\nsnowplay cannot be built here: %s\n' "$1" >&2
    shift
    for line in "$@"; do printf '  %s\n' "$line" >&2; done
    exit 1
}

recent() {
    command -v "$1" >/dev/null 2>&1 &&
        "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

if ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    python=
    for candidate in ${PYTHON:-python3 python python3.14 python3.13 python3.12 python3.11}; do
        if recent "$candidate"; then python=$candidate && break; fi
    done
    [ -n "$python" ] || fail "Python 3.11 or newer was not found (tried: ${PYTHON:-python3, python3.14 ... 3.11})." \
        "Debian, Ubuntu: apt install python3 python3-venv python3-dev" \
        "Fedora: dnf install python3 python3-devel      macOS: brew install python" \
        "Or name it: make PYTHON=/path/to/python3.12"
    "$python" -c 'import ensurepip, venv' 2>/dev/null || fail "$python has no venv module." \
        "Debian, Ubuntu: apt install python3-venv"
    printf 'Setting up %s with %s\n' "$venv" "$("$python" -V)"
    "$python" -m venv --clear "$venv"
fi
python=$venv/bin/python

compiler=${CC:-$("$python" -c 'import sysconfig; print(sysconfig.get_config_var("CC") or "cc")')}
command -v "${compiler%% *}" >/dev/null 2>&1 || fail "no C compiler (${compiler%% *})." \
    "Debian, Ubuntu: apt install gcc      Fedora: dnf install gcc      macOS: xcode-select --install" \
    "Or name it: make CC=clang"
headers=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')
[ -f "$headers/Python.h" ] || fail "the C headers of Python are missing ($headers/Python.h)." \
    "Debian, Ubuntu: apt install python3-dev      Fedora: dnf install python3-devel"

fetch() {
    "$python" -m pip install -qq --disable-pip-version-check "$@" || fail "packages could not be installed (see above)." \
        "The first run needs a network connection, or a pip that knows another source: pip config --help"
}

printf 'Installing snowplay%s and what it needs into %s (a minute or two)\n' "$extra" "$venv"
# The build's own requirements first, so that the package is built with them and rebuilt without a download.
fetch "setuptools>=77" "cython>=3.1"
fetch --no-build-isolation -e ".$extra"
