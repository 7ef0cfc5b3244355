"""The web table under load: `python bench/web_tables.py`.

Measured, at a server of its own in another process:

- bytes of the first page with all it loads;
- how long a click takes to be answered (the request that plays a move, up to the last byte of the new view), at one
  table and at many tables that are played at the same time, against agents that do not search.

Any answer but success ends it with exit code 1. Times are wall times: say how busy the machine was.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from random import Random

import httpx

FIRST_PAGE = ("/", "/static/style.css", "/static/index.js", "/static/common.js", "/static/icon.svg", "/api/games")
SEATS = {"acres": ("human", "random"), "snowdonia": ("human", "greedy", "random")}


class Player:
    """Plays at one table and keeps how long each click took, in seconds."""

    def __init__(self, url: str, number: int) -> None:
        self.client = httpx.Client(base_url=url, timeout=60)
        self.random = Random(number)
        game = sorted(SEATS)[number % len(SEATS)]
        seats = [{"kind": kind} for kind in SEATS[game]]
        created = self.client.post("/api/tables", json={"game": game, "seats": seats}).raise_for_status().json()
        self.path = f"/api/tables/{created['id']}"
        self.client.headers["Authorization"] = f"Bearer {created['tokens'][0]}"
        self.clicks: list[float] = []

    def play(self, clicks: int) -> None:
        """Make so many clicks, or play to the end."""
        view = self.client.get(self.path).raise_for_status().json()
        while len(self.clicks) < clicks and view["to_move"] is not None:
            if view["to_move"] != 0:
                wait = {"version": view["version"], "wait": 20}
                view = self.client.get(self.path, params=wait).raise_for_status().json()
                continue
            body = {"version": view["version"]}
            start = time.perf_counter()
            if view["draft"] and view["draft"]["complete"]:
                answer = self.client.post(f"{self.path}/confirm", json=body)
            else:
                action = self.random.choice(view["moves"])["action"]
                answer = self.client.post(f"{self.path}/choose", json={**body, "action": action})
            self.clicks.append(time.perf_counter() - start)
            view = answer.raise_for_status().json()


def told(name: str, clicks: list[float]) -> None:
    """Print the distribution of the times of clicks."""
    ordered = sorted(1000 * seconds for seconds in clicks)
    half, most = ordered[len(ordered) // 2], ordered[round(0.95 * (len(ordered) - 1))]
    print(f"{name}: {len(ordered)} clicks, median {half:.1f} ms, 95 % {most:.1f} ms, longest {ordered[-1]:.1f} ms")


def measure(url: str, tables: int, clicks: int) -> bool:
    """Measure a server; returns whether nothing failed."""
    sizes = [len(httpx.get(url + path).raise_for_status().content) for path in FIRST_PAGE]
    print(f"first page: {sum(sizes):,} bytes in {len(sizes)} requests")
    for number in range(len(SEATS)):
        alone = Player(url, number)
        alone.play(clicks)
        told(f"one table, {sorted(SEATS)[number]}", alone.clicks)
    players = [Player(url, number) for number in range(tables)]
    faults: list[Exception] = []

    def work(player: Player) -> None:
        try:
            player.play(clicks)
        except Exception as fault:
            faults.append(fault)

    threads = [threading.Thread(target=work, args=(player,)) for player in players]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = time.perf_counter() - start
    told(f"{tables} tables at once", [click for player in players for click in player.clicks])
    print(f"in {seconds:.1f} s; errors: {len(faults)}")
    for fault in faults[:3]:
        print(fault, file=sys.stderr)
    return not faults


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the web table.")
    parser.add_argument("--tables", type=int, default=50, help="tables at the same time")
    parser.add_argument("--clicks", type=int, default=10, help="clicks at each")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        words = ("-m", "snowplay", "serve", "--port", "0", "--data", str(Path(folder) / "tables.sqlite"))
        server = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            url = server.stdout.readline().split(" at ")[1].split()[0].rstrip("/")
            print(f"load before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
            fine = measure(url, options.tables, options.clicks)
            print(f"load after: {os.getloadavg()[0]:.1f}")
        finally:
            server.terminate()
            server.wait()
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
