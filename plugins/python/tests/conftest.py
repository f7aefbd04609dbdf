"""A real arena, started by `parley serve`, on a free port."""

import json
import os
import pathlib
import subprocess
import sys
import urllib.request
from typing import Any, Dict, Iterator, Optional

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "plugins" / "python"))
PARLEY = ["node", "--import", "tsx", str(ROOT / "arena" / "cli" / "main.ts")]


class Arena:
    def __init__(self, data: pathlib.Path) -> None:
        self.data = data
        self.url = ""
        self.process: Optional["subprocess.Popen[str]"] = None

    def start(self, port: int = 0) -> None:
        words = [*PARLEY, "serve", "--open", "--json", "--quiet", "--port", str(port), "--data", str(self.data)]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert self.process.stdout is not None
        self.url = json.loads(self.process.stdout.readline())["url"]

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def token(self, name: str) -> str:
        words = [*PARLEY, "agent", "token", name, "--json", "--data", str(self.data)]
        return str(json.loads(subprocess.check_output(words, text=True, cwd=ROOT))["token"])

    def match(self, scenario: str, *agents: str) -> str:
        return str(self.call("/api/matches", {"scenario": scenario, "agents": list(agents)})["id"])

    def call(self, path: str, body: Optional[Dict[str, Any]] = None) -> Dict[str, Any]:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"content-type": "application/json"})
        with urllib.request.urlopen(request) as reply:
            return dict(json.load(reply))


@pytest.fixture
def arena(tmp_path: pathlib.Path) -> Iterator[Arena]:
    os.environ.setdefault("NODE_NO_WARNINGS", "1")
    one = Arena(tmp_path)
    one.start()
    yield one
    one.kill()
