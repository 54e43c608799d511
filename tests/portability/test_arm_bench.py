"""The count of instructions on ARM: where its tools are missing, it says so in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import arm
from tests.portability import targets


def test_without_the_compiler_a_sentence_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(targets, "where", lambda program: "")
    assert arm.run() == []
    assert capsys.readouterr().out == (
        "not measured: instructions on ARM, as aarch64-linux-gnu-gcc is not installed"
        " (see `make test-cross`)\n"
    )


def test_an_empty_program_has_a_count_and_the_same_one_again(tmp_path: Path) -> None:
    target = next(target for target in targets.TARGETS if target.name == "aarch64")
    if target.missing:
        pytest.skip(f"{target.missing} is not installed")
    program, source = tmp_path / "empty", tmp_path / "empty.c"
    source.write_text("int main(void) { return 0; }\n", encoding="utf-8")
    targets.say([*target.command(), source, "-o", program], tmp_path)
    qemu = targets.where(target.runner)
    made = arm.plugin(qemu, tmp_path)
    counts = {arm.counted([qemu, "-plugin", str(made), str(program)], b"")[0] for _ in range(2)}
    assert len(counts) == 1
    assert counts.pop() > 100
