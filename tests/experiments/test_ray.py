"""The Ray engine: the same bytes from a cluster of two nodes, whatever happens to its workers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from runs import TWO_ARMS, asked, content, played

import snowplay as sp

ray = pytest.importorskip("ray")

# Ray's own code is not held to warnings as errors.
pytestmark = pytest.mark.filterwarnings("default")

EXPERIMENT = asked(TWO_ARMS, game="snowdonia", games=30_000, chunk=1500, watch=True)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    from ray.cluster_utils import Cluster

    node = {"num_cpus": 1, "object_store_memory": 80 * 2**20, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=node)
    cluster.add_node(num_cpus=1, object_store_memory=80 * 2**20)
    cluster.wait_for_nodes()
    yield cluster
    cluster.shutdown()


@pytest.fixture
def connected(cluster: Any) -> Iterator[Any]:
    ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
    yield cluster
    ray.shutdown()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("local")
    played(folder, EXPERIMENT)
    return content(folder)


def workers(cluster: Any) -> list[int]:
    """Return the processes of this cluster that play a chunk right now."""
    raylets = {node.all_processes["raylet"][0].process.pid for node in cluster.list_all_nodes()}
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            title = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if parent in raylets and title.startswith(b"ray::play_remotely"):
            found.append(int(folder.name))
    return found


def test_the_bytes_are_those_of_the_local_engine(connected: Any, tmp_path: Path, whole: dict[str, bytes]) -> None:
    del connected
    run = sp.run(EXPERIMENT, tmp_path, engine="ray")
    assert run.complete
    assert content(tmp_path) == whole


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="workers are found in /proc")
def test_killed_workers_cost_time_only(connected: Any, tmp_path: Path, whole: dict[str, bytes]) -> None:
    killed: list[int] = []
    over = threading.Event()

    def kill() -> None:
        while not over.is_set() and len(killed) < 3:
            for process in workers(connected)[:1]:
                os.kill(process, signal.SIGKILL)
                killed.append(process)
            time.sleep(0.2)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        sp.run(EXPERIMENT, tmp_path, engine="ray")
    finally:
        over.set()
        killer.join()
    assert killed
    assert content(tmp_path) == whole


def test_a_local_run_is_finished_on_a_cluster(cluster: Any, tmp_path: Path, whole: dict[str, bytes]) -> None:
    played(tmp_path, EXPERIMENT)
    (tmp_path / "rows/arm=fog/part-000007.parquet").unlink()
    (tmp_path / "rows/arm=standard/part-000002.parquet").unlink()
    file = tmp_path.parent / f"{tmp_path.name}.toml"
    file.write_text(sp.load_experiment(EXPERIMENT).to_toml())
    words = ["run", file, "--out", tmp_path, "--engine", "ray", "--address", cluster.address, "--json"]
    done = subprocess.run([sys.executable, "-m", "snowplay", *words], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    facts = json.loads(done.stdout)
    assert (facts["engine"], facts["chunks_played"], facts["chunks_kept"]) == ("ray", 2, 38)
    assert content(tmp_path) == whole


def test_a_test_stops_at_the_same_chunk(connected: Any, tmp_path: Path) -> None:
    del connected
    arms = [{"name": "standard"}, {"name": "delay", "options": {"british_siege_delay": True}}]
    stop = {"test": "gsprt", "arms": ["standard", "delay"], "h0": 0.0, "h1": 0.2}
    experiment = asked(arms, game="acres", games=1200, chunk=60, stop=stop)
    assert sp.run(experiment, tmp_path / "ray", engine="ray").stopped["games"] < 1200  # type: ignore[index]
    played(tmp_path / "local", experiment)
    assert content(tmp_path / "ray") == content(tmp_path / "local")


def test_a_cluster_with_another_version_is_refused(
    connected: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del connected
    monkeypatch.setattr("snowplay.experiments.ray_engine.__version__", "0.0.9")
    with pytest.raises(sp.RunFailedError, match=r"a Ray worker has snowplay .*this process has snowplay 0\.0\.9"):
        sp.run(EXPERIMENT, tmp_path, engine="ray")


def test_without_ray_it_is_said_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(sp.MissingExtraError, match=r"pip install snowplay\[ray\]"):
        sp.run(EXPERIMENT, tmp_path, engine="ray")
