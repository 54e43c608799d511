"""A release: what its workflows may do and call is there, and its notes are the changelog's."""

from __future__ import annotations

import importlib.util
import re
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

import camelnet

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


@pytest.fixture(scope="module")
def notes() -> ModuleType:
    """The program packaging/release/notes.py, which is in no package."""
    spec = importlib.util.spec_from_file_location("notes", ROOT / "packaging/release/notes.py")
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def jobs(workflow: Path) -> dict[str, str]:
    """The text of each job."""
    text = workflow.read_text(encoding="utf-8").partition("\njobs:\n")[2]
    parts = re.split(r"^  ([a-z-]+):\n", text, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


# --- workflows -----------------------------------------------------------------------------------


def test_there_are_workflows_for_tests_releases_and_audits() -> None:
    assert [path.stem for path in WORKFLOWS] == ["audit", "release", "test"]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_may_only_read_and_every_job_has_an_end(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")
    assert "\npermissions:\n  contents: read\n" in text
    assert "pull_request_target" not in text
    for name, job in jobs(workflow).items():
        assert "timeout-minutes:" in job, name
        granted = set(re.findall(r"^      ([a-z-]+): write$", job, re.MULTILINE))
        allowed = {
            "collect": {"id-token", "attestations"},
            "draft": {"contents"},
            "pypi": {"id-token"},
        }
        assert granted == (allowed.get(name, set()) if workflow.stem == "release" else set()), name


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_every_action_is_pinned_to_a_commit_and_keeps_no_credentials(workflow: Path) -> None:
    for name, job in jobs(workflow).items():
        for used in re.findall(r"uses: (.*)", job):
            assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", used), (name, used)
        assert job.count("actions/checkout@") == job.count("persist-credentials: false"), name


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_every_target_and_program_that_a_workflow_calls_is_there(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    called = set(" ".join(re.findall(r"\.ci/run ([a-z -]+)", text, re.MULTILINE)).split())
    called |= set(",".join(re.findall(r"target: \[(.*)\]", text)).replace(" ", "").split(",")) - {
        ""
    }
    assert called <= targets, called - targets
    programs = set(re.findall(r"packaging/[\w/.-]+", text))
    assert {name for name in programs if not (ROOT / name).is_file()} == set()
    folders = re.findall(r"(?<![\w/])tests/[\w/]+", text)
    assert [name for name in folders if not (ROOT / name).is_dir()] == []


def test_only_a_tag_publishes() -> None:
    (release,) = (jobs(path) for path in WORKFLOWS if path.stem == "release")
    publishing = {name for name, job in release.items() if "pypi-publish" in job or "gh rel" in job}
    assert publishing == {"draft", "pypi"}
    for name in publishing:
        assert "if: github.ref_type == 'tag'" in release[name]
        assert "needs: collect" in release[name]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_a_job_in_a_container_has_git_before_it_checks_out(workflow: Path) -> None:
    """Without git the checkout is no repository, and nothing has the time of the last commit."""
    text = workflow.read_text(encoding="utf-8")
    inside = {name: job for name, job in jobs(workflow).items() if "container:" in job}
    for name, job in inside.items():
        installs, checkout = job.find("--no-install-recommends git "), job.find("actions/checkout@")
        assert -1 < installs < checkout, name
    assert not inside or "GIT_CONFIG_KEY_0: safe.directory" in text


def test_what_a_release_builds_with_is_pinned_and_lesser_systems_do_not_stop_it() -> None:
    (release,) = (jobs(path) for path in WORKFLOWS if path.stem == "release")
    assert re.search(r"cibuildwheel==\d+\.\d+\.\d+\n", release["wheels"])
    assert re.search(r"choco install nsis --version \d+\.\d+\.\d+ ", release["windows"])
    for name, lesser in {
        "wheels": ("macos-15-intel", "windows-11-arm", "ubuntu-24.04-arm"),
        "linux": ("aarch64",),
        "windows": ("arm64",),
        "macos": ("macos-15-intel",),
    }.items():
        (excused,) = re.findall(r"continue-on-error: (.*)", release[name])
        assert [word for word in lesser if word not in excused] == [], name
    with (ROOT / "pyproject.toml").open("rb") as file:
        assert tomllib.load(file)["tool"]["cibuildwheel"]["archs"] == ["auto64"]


def test_every_bundle_plays_a_game_before_it_is_released() -> None:
    (release,) = (jobs(path) for path in WORKFLOWS if path.stem == "release")
    for name in ("windows", "macos"):
        built, played, kept = (
            release[name].find(word)
            for word in ("bundle/build.py", "arena --players", "upload-artifact")
        )
        assert -1 < built < played < kept, name
    assert "test-bundle" in release["linux"]


# --- notes ----------------------------------------------------------------------------------------


def test_the_notes_are_the_changelogs_newest_section(notes: ModuleType) -> None:
    told = notes.notes(f"v{camelnet.__version__}")
    assert told.startswith("- ")
    assert "## " not in told
    assert told in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_a_tag_of_another_version_is_refused(notes: ModuleType) -> None:
    with pytest.raises(notes.Disagree, match=r"the tag is v99\.0\.0, but the version is"):
        notes.notes("v99.0.0")
    with pytest.raises(notes.Disagree, match=r"not 99\.0\.0"):
        notes.section("99.0.0")
