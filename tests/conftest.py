"""Lets every test import `support` (shared helpers) and the scripts in `tools`."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

# Helpers of tests explain their failures like tests do.
pytest.register_assert_rewrite("support.walk", "support.statistics")
sys.path.append(str(Path(__file__).resolve().parents[1] / "tools"))

# A shell starts background jobs with Ctrl-C ignored, and children inherit that: tests of interruption need it back.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
