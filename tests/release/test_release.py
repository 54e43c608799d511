"""A release: what its workflows may do and call is there, and its last files fit its first."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import camelnet

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / "packaging/release"
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
URL = "https://example.org/family/camelnet"
ENDS = (
    "linux-x86_64.tar.xz",
    "linux-aarch64.tar.xz",
    "windows-x86_64-setup.exe",
    "windows-arm64-setup.exe",
)


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> dict[str, ModuleType]:
    """The programs of packaging/release, which is no package."""
    loaded = {}
    for name in ("notes", "manifests"):
        spec = importlib.util.spec_from_file_location(name, TOOLS / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        loaded[name] = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, loaded[name])
        spec.loader.exec_module(loaded[name])
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


# --- notes and manifests -------------------------------------------------------------------------


def test_the_notes_are_the_changelogs_newest_section(tools: dict[str, ModuleType]) -> None:
    notes = tools["notes"].notes(f"v{camelnet.__version__}")
    assert notes.startswith("- ")
    assert "## " not in notes
    assert notes in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_a_tag_of_another_version_is_refused(tools: dict[str, ModuleType]) -> None:
    with pytest.raises(tools["notes"].Disagree, match=r"the tag is v99\.0\.0, but the version is"):
        tools["notes"].notes("v99.0.0")
    with pytest.raises(tools["notes"].Disagree, match=r"not 99\.0\.0"):
        tools["notes"].section("99.0.0")


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """A folder with stand-ins for the files of a release."""
    for end in ENDS:
        (tmp_path / f"camelnet-{camelnet.__version__}-{end}").write_bytes(end.encode())
    return tmp_path


def test_the_manifests_name_the_files_of_the_release(
    tools: dict[str, ModuleType], release: Path
) -> None:
    tools["manifests"].write(release, URL + "/")
    own = camelnet.__version__
    flatpak = json.loads((release / "io.github.camelnet.camelnet.json").read_text())
    sources = flatpak["modules"][0]["sources"]
    assert [source["sha256"] for source in sources] == [
        hashlib.sha256(end.encode()).hexdigest() for end in ENDS[:2]
    ]
    name = f"camelnet-{own}-linux-x86_64.tar.xz"
    assert sources[0]["url"] == f"{URL}/releases/download/v{own}/{name}"
    winget = (release / "Camelnet.Camelnet.installer.yaml").read_text()
    for end in ENDS[2:]:
        assert hashlib.sha256(end.encode()).hexdigest().upper() in winget
        assert f"{URL}/releases/download/v{own}/camelnet-{own}-{end}" in winget
    for made in release.glob("Camelnet.*"):
        lines = made.read_text().splitlines()
        assert f"PackageVersion: {own}" in lines
        assert not re.search(r"@[\w:.-]+@", made.read_text())
        kind = next(line for line in lines if line.startswith("ManifestType"))
        assert f"winget-manifest.{kind.split()[1]}.1.6.0" in lines[0]


def test_the_checksums_are_of_every_file_as_sha256sum_reads_them(
    tools: dict[str, ModuleType], release: Path
) -> None:
    tools["manifests"].write(release, URL)
    tools["manifests"].write(release, URL)  # again: the same
    named = {line.split("  ")[1] for line in (release / "SHA256SUMS").read_text().splitlines()}
    assert named == {path.name for path in release.iterdir()} - {"SHA256SUMS"}
    if shutil.which("sha256sum"):
        command = ["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"]
        assert subprocess.run(command, cwd=release, check=False).returncode == 0


def test_a_release_that_lacks_a_file_gets_no_manifest(
    tools: dict[str, ModuleType], release: Path
) -> None:
    (release / f"camelnet-{camelnet.__version__}-{ENDS[0]}").unlink()
    with pytest.raises(tools["manifests"].Missing, match=re.escape(ENDS[0])):
        tools["manifests"].write(release, URL)


def test_the_flatpak_is_called_as_the_desktop_entry_says() -> None:
    flatpak = json.loads((ROOT / "packaging/flatpak/io.github.camelnet.camelnet.json").read_text())
    metainfo = (ROOT / "packaging/desktop/metainfo.py").read_text(encoding="utf-8")
    assert f'ID = "{flatpak["id"]}"' in metainfo
    assert (ROOT / "packaging/desktop" / flatpak["rename-desktop-file"]).is_file()
    assert (ROOT / "packaging/desktop" / flatpak["rename-mime-file"]).is_file()
