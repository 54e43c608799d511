"""What `packaging/desktop/install.py` writes: every file that a desktop asks for, and each in form.

The desktop's own checkers (`make test-desktop`) see more; these need no tool.
"""

from __future__ import annotations

import configparser
import gzip
import re
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import click
import pytest

import camelnet
from camelnet.cli import camelnet as commands
from camelnet.record.record import MAGIC, SUFFIX

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "packaging/desktop"
LANGUAGES = ("fr", "de")
XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"
PNG = b"\x89PNG\r\n\x1a\n"
SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)


def run(program: str, *words: str) -> None:
    subprocess.run([sys.executable, FOLDER / program, *words], check=True, capture_output=True)


@pytest.fixture(scope="module")
def share(tmp_path_factory: pytest.TempPathFactory) -> Path:
    prefix = tmp_path_factory.mktemp("prefix with spaces é")
    run("install.py", "--prefix", str(prefix), "--url", "https://example.org/camelnet")
    return prefix / "share"


@pytest.fixture(scope="module")
def icons(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("icons")
    run("icons.py", str(folder))
    return folder


def desktop_entry(share: Path) -> configparser.SectionProxy:
    parser = configparser.RawConfigParser()
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(share / "applications/camelnet.desktop", encoding="utf-8")
    return parser["Desktop Entry"]


@pytest.mark.slow
def test_the_menu_entry_has_words_in_every_language_and_takes_a_file_or_a_link(share: Path) -> None:
    entry = desktop_entry(share)
    assert entry["Exec"] == "camelnet %u"
    for key in ("GenericName", "Comment", "Keywords"):
        words = [entry[key], *(entry[f"{key}[{code}]"] for code in LANGUAGES)]
        assert len(set(words)) == len(words)


@pytest.mark.slow
def test_the_menu_entry_and_the_window_name_each_other(share: Path) -> None:
    source = (ROOT / "gui/camelnet_gui/startup/before_window.py").read_text(encoding="utf-8")
    named = re.search(r'setDesktopFileName\("(\w+)"\)', source)
    assert named is not None
    assert (share / f"applications/{named[1]}.desktop").exists()
    assert desktop_entry(share)["StartupWMClass"] == named[1]


def test_records_have_a_type_that_the_menu_entry_opens(share: Path) -> None:
    kind = ET.parse(share / "mime/packages/camelnet.xml").getroot().find(f"{MIME}mime-type")
    assert kind is not None
    assert desktop_entry(share)["MimeType"] == f"{kind.get('type')};x-scheme-handler/camelnet;"
    glob, match = kind.find(f"{MIME}glob"), kind.find(f"{MIME}magic/{MIME}match")
    assert glob is not None
    assert match is not None
    assert glob.get("pattern") == f"*{SUFFIX}"
    assert MAGIC.startswith((match.get("value") or "-").encode())
    icon = kind.find(f"{MIME}icon")
    assert icon is not None
    assert (share / f"icons/hicolor/48x48/mimetypes/{icon.get('name')}.png").exists()


def test_the_metainfo_tells_this_version_in_every_language(share: Path) -> None:
    (path,) = (share / "metainfo").iterdir()
    root = ET.parse(path).getroot()
    assert path.name == f"{root.findtext('id')}.metainfo.xml"
    newest = root.find("releases/release")
    assert newest is not None
    assert newest.get("version") == camelnet.__version__, "packaging/desktop/metainfo.py: DATES"
    for tag in ("summary", "description/p", "description/ul/li"):
        said = [item.get(XML_LANG) for item in root.findall(tag)]
        assert all(said.count(code) == said.count(None) for code in LANGUAGES)
    launched = root.findtext("launchable") or "-"
    assert (share / "applications" / launched).exists()


def test_the_metainfo_has_screenshots_where_the_address_is_known(share: Path) -> None:
    (path,) = (share / "metainfo").iterdir()
    images = [image.text or "" for image in ET.parse(path).getroot().iter("image")]
    assert images
    for image in images:
        assert (ROOT / image.removeprefix("https://example.org/camelnet/raw/main/")).exists()


@pytest.mark.parametrize("context", ["apps", "mimetypes"])
def test_every_icon_has_the_size_of_its_folder(share: Path, context: str) -> None:
    for size in SIZES:
        (path,) = (share / f"icons/hicolor/{size}x{size}/{context}").iterdir()
        data = path.read_bytes()
        assert data[:8] == PNG
        assert struct.unpack(">II", data[16:24]) == (size, size)
    (vector,) = (share / f"icons/hicolor/scalable/{context}").iterdir()
    root = ET.parse(vector).getroot()
    assert root.get("viewBox") == "0 0 128 128"
    assert next(root.iter("{http://www.w3.org/2000/svg}clipPath"), None) is not None


@pytest.mark.slow
@pytest.mark.parametrize("name", ["camelnet.ico", "camelnet-record.ico"])
def test_the_icons_of_windows_hold_what_their_directory_says(icons: Path, name: str) -> None:
    data = (icons / name).read_bytes()
    zero, kind, count = struct.unpack_from("<HHH", data)
    assert (zero, kind) == (0, 1)
    end = 6 + 16 * count
    for number in range(count):
        side, _high, _c, _r, _p, _b, length, offset = struct.unpack_from(
            "<BBBBHHII", data, 6 + 16 * number
        )
        assert offset == end
        assert data[offset : offset + 8] == PNG
        assert struct.unpack(">I", data[offset + 16 : offset + 20]) == (side or 256,)
        end = offset + length
    assert end == len(data)


def test_the_icon_of_macos_is_whole(icons: Path) -> None:
    data = (icons / "camelnet.icns").read_bytes()
    assert data[:4] == b"icns"
    assert struct.unpack(">I", data[4:8]) == (len(data),)
    at, kinds = 8, []
    while at < len(data):
        kind, length = struct.unpack(">4sI", data[at : at + 8])
        assert data[at + 8 : at + 16] == PNG
        kinds.append(kind)
        at += length
    assert at == len(data)
    assert {b"icp4", b"ic07", b"ic08", b"ic09", b"ic10"} <= set(kinds)


@pytest.mark.slow
def test_two_runs_write_the_same_icons(icons: Path, tmp_path: Path) -> None:
    run("icons.py", str(tmp_path))
    for path in icons.rglob("*.*"):
        if path.is_file():
            assert (tmp_path / path.relative_to(icons)).read_bytes() == path.read_bytes()


def test_every_command_has_a_man_page_with_all_its_options(share: Path) -> None:
    context = commands.make_context("camelnet", ["doctor"], resilient_parsing=True)
    for name in commands.list_commands(context):
        command = commands.get_command(context, name)
        assert command is not None
        path = share / f"man/man1/camelnet-{name}.1.gz"
        if command.hidden:
            assert not path.exists()
            continue
        page = gzip.decompress(path.read_bytes()).decode()
        title = f"camelnet-{name}".upper().replace("-", "\\-")
        assert page.startswith(f'.TH "{title}" 1 2')
        for parameter in command.get_params(context):
            if isinstance(parameter, click.Option) and not parameter.hidden:
                assert parameter.opts[0].replace("-", "\\-") in page, parameter.name


@pytest.mark.parametrize(
    "place",
    [
        "bash-completion/completions/camelnet",
        "zsh/site-functions/_camelnet",
        "fish/vendor_completions.d/camelnet.fish",
    ],
)
def test_every_shell_asks_the_command_itself(share: Path, place: str) -> None:
    script = (share / place).read_text(encoding="utf-8")
    shell = re.search(r"_CAMELNET_COMPLETE=(\w+)_complete", script)
    assert shell is not None
    assert shell[1] in place
