from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from classroom.instance.files import FileLock

HOLD = """
import sys
from pathlib import Path
from classroom.instance.files import FileLock
print(FileLock(Path(sys.argv[1])).is_held() or "no", flush=True)
sys.stdin.read()
"""


def test_only_one_process_holds_the_lock(tmp_path: Path) -> None:
    file = tmp_path / "lock"
    own = FileLock(file)
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"True\n"
        assert not own.is_held()
        other.kill()
        other.wait()
        assert own.is_held()
        assert own.is_held()
    assert not FileLock(file).is_held()
    own.release()
    own.release()
    assert FileLock(file).is_held()
