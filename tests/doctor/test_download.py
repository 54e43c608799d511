"""A download is checked as its user does it, by lists that were signed as a release signs them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from unicodedata import normalize

import click
import pytest

from camelnet.cli import camelnet
from camelnet.doctor.download import LIST, SIGNATURE, SIGNERS, check_download, conclude
from camelnet.doctor.finding import Severity

ROOT = Path(__file__).parents[2]
CHECKSUMS = ROOT / "packaging/release/checksums"
DEB, ZOE = "camelnet_1.0.0-1_amd64.deb", "camelnet für Zoé.tar.xz"
WELL, NOTE, WRONG = Severity.WELL, Severity.NOTE, Severity.WRONG

pytestmark = pytest.mark.skipif(not shutil.which("ssh-keygen"), reason="there is no ssh-keygen")


@dataclass(frozen=True)
class Key:
    private: str
    signers: Path  # the list with this key alone


@dataclass(frozen=True)
class Release:
    """A folder as somebody has it after a download; `key` signs it, `signers` know its keys."""

    folder: Path
    signers: Path

    def write(self, name: str, content: bytes) -> None:
        (self.folder / name).write_bytes(content)

    def read(self, name: str) -> bytes:
        return (self.folder / name).read_bytes()

    def told(self, name: str = DEB, signers: Path | None = None) -> list[tuple[str, Severity, str]]:
        found = check_download(self.folder / name, signers or self.signers)
        return [(one.check, one.severity, str(one.text)) for one in found]


def make_key(folder: Path, name: str) -> Key:
    path = folder / name
    subprocess.run(
        ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(path)], check=True
    )
    signers = folder / f"{name}-signers"
    signers.write_text(
        f'# a key\n\nrelease namespaces="file" {path.with_suffix(".pub").read_text()}'
    )
    return Key(path.read_text(), signers)


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> tuple[Key, Key]:
    folder = tmp_path_factory.mktemp("keys")
    return make_key(folder, "release"), make_key(folder, "other")


def sign(folder: Path, key: Key | None, signers: Path) -> subprocess.CompletedProcess[str]:
    """What the release workflow does with its files."""
    secret = {} if key is None else {"RELEASE_KEY": key.private}
    return subprocess.run(
        [str(CHECKSUMS), str(folder), str(signers)],
        env={**os.environ, **secret},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def signed(keys: tuple[Key, Key], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("signed")
    for name in (DEB, ZOE):
        (folder / name).write_bytes(name.encode() * 1000)
    done = sign(folder, keys[0], keys[0].signers)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def release(signed: Path, keys: tuple[Key, Key], tmp_path: Path) -> Release:
    return Release(shutil.copytree(signed, tmp_path / "Downloads ✎"), keys[0].signers)


@pytest.mark.parametrize("name", [DEB, ZOE])
def test_a_file_of_a_signed_release_is_whole_and_signed(release: Release, name: str) -> None:
    assert release.told(name) == [
        ("signature", WELL, "SHA256SUMS is signed with the key of release."),
        ("file", WELL, f"{name} is whole: it has the checksum that SHA256SUMS names."),
    ]


@pytest.mark.parametrize("program", ["sha256sum", "ssh-keygen"])
def test_the_line_that_users_are_told_to_run_says_the_same(release: Release, program: str) -> None:
    page = (ROOT / "docs/install.md").read_text(encoding="utf-8")
    (line,) = [line for line in page.splitlines() if line.startswith(f"{program} ")]
    shutil.copy(release.signers, release.folder / "allowed_signers")

    def ends() -> int:
        return subprocess.run(line, shell=True, cwd=release.folder, capture_output=True).returncode

    assert ends() == 0
    release.write(LIST, release.read(LIST).translate(bytes.maketrans(b"0123", b"1230")))
    assert ends() != 0


def test_a_name_in_the_letters_of_another_system_is_found(release: Release) -> None:
    shutil.move(release.folder / ZOE, release.folder / normalize("NFD", ZOE))
    assert [severity for _check, severity, _text in release.told(normalize("NFD", ZOE))] == [
        WELL,
        WELL,
    ]


def changed_file(release: Release) -> None:
    release.write(DEB, release.read(DEB)[:-1])


def another_list(release: Release) -> None:
    """Somebody changes the file, and its checksum with it."""
    changed_file(release)
    unsigned = release.folder.with_name("unsigned")
    shutil.copytree(release.folder, unsigned, ignore=shutil.ignore_patterns("SHA*"))
    sign(unsigned, None, Path(os.devnull))
    shutil.copy(unsigned / LIST, release.folder)


BAD: list[tuple[str, Callable[[Release], object], str, str]] = [
    ("file", changed_file, "file", "was cut short or changed: SHA256SUMS names another checksum"),
    (
        "list",
        another_list,
        "signature",
        "SHA256SUMS is not what was signed: somebody has changed it",
    ),
    (
        "no signature",
        lambda release: (release.folder / SIGNATURE).unlink(),
        "signature",
        "There is no SHA256SUMS.sig in the folder of the file",
    ),
    (
        "no list",
        lambda release: (release.folder / LIST).unlink(),
        "list",
        "There is no SHA256SUMS in the folder of the file",
    ),
    (
        "not in the list",
        lambda release: release.write(LIST, release.read(LIST).splitlines(True)[0]),
        "list",
        f"SHA256SUMS does not name {DEB}",
    ),
    (
        "no checksums",
        lambda release: release.write(LIST, b"<html>not found</html>\n"),
        "list",
        "SHA256SUMS is not what it should be: line 1 cannot be read",
    ),
    (
        "named twice",
        lambda release: release.write(LIST, release.read(LIST) * 2),
        "list",
        "SHA256SUMS is not what it should be: line 3 cannot be read",
    ),
    (
        "bytes of no letters",
        lambda release: release.write(LIST, release.read(LIST).replace(b"Zo", b"Z\xff")),
        "list",
        "SHA256SUMS is not what it should be: line ",
    ),
    (
        "endless list",
        lambda release: release.write(LIST, b"\n" * 200_000),
        "list",
        "SHA256SUMS cannot be read: file too large",
    ),
    (
        "no file",
        lambda release: (release.folder / DEB).unlink(),
        "file",
        f"{DEB} cannot be read: ",
    ),
    (
        "a folder",
        lambda release: ((release.folder / DEB).unlink(), (release.folder / DEB).mkdir()),
        "file",
        f"{DEB} cannot be read: ",
    ),
]


@pytest.mark.parametrize(
    ("spoil", "check", "words"), [row[1:] for row in BAD], ids=[r[0] for r in BAD]
)
def test_what_is_wrong_is_said(
    release: Release, spoil: Callable[[Release], object], check: str, words: str
) -> None:
    spoil(release)
    told = [text for where, severity, text in release.told() if (where, severity) == (check, WRONG)]
    assert any(words in text for text in told), release.told()


def test_a_signature_with_any_part_missing_or_changed_is_none(release: Release) -> None:
    whole = release.read(SIGNATURE)
    cut = [whole[:size] for size in range(0, len(whole) - 1, 7)]
    changed = [whole.replace(whole[at : at + 1], b"A", 1) for at in range(40, len(whole) - 40, 11)]
    for spoilt in (*cut, *changed, whole * 2, b"\xff" * 9, b"\0" * 200_000):
        release.write(SIGNATURE, spoilt)
        (severity,) = [found for check, found, _text in release.told() if check == "signature"]
        assert severity is WELL if spoilt == whole else severity is WRONG, spoilt


def test_a_key_that_is_not_known_signs_nothing(release: Release, keys: tuple[Key, Key]) -> None:
    assert ("signature", WRONG, "SHA256SUMS is signed with a key that is not known here.") in (
        release.told(signers=keys[1].signers)
    )


def test_a_signature_for_another_purpose_counts_for_nothing(
    release: Release, keys: tuple[Key, Key], tmp_path: Path
) -> None:
    path = tmp_path / "key"
    path.touch(mode=0o600)
    path.write_text(keys[0].private)
    (release.folder / SIGNATURE).unlink()
    subprocess.run(
        ["ssh-keygen", "-q", "-Y", "sign", "-f", path, "-n", "git", release.folder / LIST],
        check=True,
    )
    assert ("signature", WRONG, "SHA256SUMS.sig is no signature of a release.") in release.told()


@pytest.mark.parametrize("line", ["nonsense", "release ssh-rsa AAAA", "release ssh-ed25519 AAAA"])
def test_a_list_of_keys_that_cannot_be_read_is_none(
    release: Release, tmp_path: Path, line: str
) -> None:
    signers = tmp_path / "signers"
    signers.write_text(f"{release.signers.read_text()}{line}\n")
    words = "signers is not what it should be: line 4 cannot be read."
    assert ("signature", WRONG, words) in release.told(signers=signers)
    assert ("signature", WRONG, "gone cannot be read: there is no such file or folder.") in (
        release.told(signers=tmp_path / "gone")
    )


# --- a release without a key ----------------------------------------------------------------------


def test_without_any_key_nothing_is_signed_and_nobody_says_so(signed: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(signed, tmp_path / "unsigned")
    done = sign(folder, None, Path(os.devnull))
    assert (done.returncode, "is not signed" in done.stdout) == (0, True)
    assert not (folder / SIGNATURE).exists()
    found = check_download(folder / DEB, Path(os.devnull))
    assert [one.severity for one in found] == [NOTE, WELL]
    assert str(conclude(found)) == "The file is whole. Nothing here shows who made it."


def test_a_key_without_its_public_half_and_the_reverse_stop_a_release(
    signed: Path, keys: tuple[Key, Key], tmp_path: Path
) -> None:
    folder = shutil.copytree(signed, tmp_path / "release")
    for key, signers, words in (
        (keys[0], keys[1].signers, "RELEASE_KEY is not a key of"),
        (keys[0], SIGNERS.with_name("none"), "RELEASE_KEY is not a key of"),
        (None, keys[0].signers, "names a key, but RELEASE_KEY is not set"),
    ):
        done = sign(folder, key, signers)
        assert done.returncode == 1
        assert words in done.stderr


def test_the_documents_say_whether_releases_are_signed(release: Release) -> None:
    page = (ROOT / "docs/install.md").read_text(encoding="utf-8")
    has_a_key = any(not line.startswith("#") for line in SIGNERS.read_text().splitlines())
    assert ("No release is signed yet" in page) is not has_a_key
    (severity,) = [
        found for check, found, _text in release.told(signers=SIGNERS) if check == "signature"
    ]
    assert severity is (WRONG if has_a_key else NOTE)


# --- the command ----------------------------------------------------------------------------------


def run(*words: str | Path) -> object:
    """The exit status of the doctor."""
    return camelnet.main(args=["doctor", *map(str, words)], standalone_mode=False)


def test_the_command_says_what_was_found_and_ends_with_1_if_anything_is_wrong(
    release: Release, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--file", release.folder / ZOE, "--signers", release.signers)
    assert run(*words) == 0
    assert capsys.readouterr().out == (
        "ok     SHA256SUMS is signed with the key of release.\n"
        f"ok     {ZOE} is whole: it has the checksum that SHA256SUMS names.\n"
        "The file is whole, and signed.\n"
    )
    assert run(*words, "--json") == 0
    assert json.loads(capsys.readouterr().out)["well"]
    another_list(release)
    assert run(*words) == 1
    assert capsys.readouterr().out.endswith("Do not install this file as it is.\n")


def test_the_command_looks_at_no_network_beside_a_file(release: Release) -> None:
    with pytest.raises(click.UsageError, match="With --file no network is looked at"):
        run("--file", release.folder / DEB, "--port", "1234")
    with pytest.raises(click.UsageError, match="--signers needs the file to check"):
        run("--signers", release.signers)
