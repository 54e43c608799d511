"""The app and the disk image for macOS: keys, and the order of the commands, with stand-ins for the
tools that only a Mac has. No Mac has run them for us."""

from __future__ import annotations

import base64
import os
import plistlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from camelnet import __version__
from camelnet.i18n import LANGUAGES
from camelnet.net.mdns import SERVICE
from tests.portability.targets import ROOT, where
from tests.scripts import script

PACKAGING = ROOT / "packaging" / "macos"
TOOLS = ("codesign", "hdiutil", "security", "xcrun", "uname", "openssl")
SECRETS = {
    "MACOS_CERTIFICATE": base64.b64encode(b"a certificate").decode(),
    "MACOS_CERTIFICATE_PASSWORD": "hush",
    "MACOS_IDENTITY": "Developer ID Application: Nobody",
    "MACOS_NOTARY_USER": "nobody@example.org",
    "MACOS_NOTARY_PASSWORD": "hush-hush",
    "MACOS_TEAM": "TEAM",
}

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a shell script")


def test_the_keys_say_what_macos_asks_about() -> None:
    info_plist = script("macos/info_plist").info_plist
    keys = info_plist(languages=LANGUAGES, service=SERVICE, version="1.2.3rc1")
    read = plistlib.loads(plistlib.dumps(keys))
    assert read["CFBundleVersion"] == "1.2.3"
    assert read["NSBonjourServices"] == ["_camelnet._tcp"]
    assert read["NSLocalNetworkUsageDescription"].endswith(".")
    assert read["CFBundleLocalizations"] == list(LANGUAGES)
    (document,) = read["CFBundleDocumentTypes"]
    (declared,) = read["UTExportedTypeDeclarations"]
    assert document["LSItemContentTypes"] == [declared["UTTypeIdentifier"]]
    assert document["CFBundleTypeExtensions"] == ["camelnet"]
    assert declared["UTTypeTagSpecification"] == {"public.filename-extension": ["camelnet"]}


def test_the_entitlements_are_those_of_python_alone() -> None:
    read = plistlib.loads((PACKAGING / "entitlements.plist").read_bytes())
    assert read == {"com.apple.security.cs.allow-unsigned-executable-memory": True}


def test_the_script_is_clean() -> None:
    if not where("shellcheck"):
        pytest.skip("shellcheck is not installed")
    subprocess.run([where("shellcheck"), PACKAGING / "build.sh"], check=True)


class Mac:
    """A checkout with an app in it, and tools that write down how they are called."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "check out"
        self.log = folder / "log"
        self.tools = folder / "tools"
        (self.root / "camelnet").mkdir(parents=True)
        shutil.copy(ROOT / "camelnet/__init__.py", self.root / "camelnet")
        shutil.copytree(PACKAGING, self.root / "packaging/macos")
        app = self.root / "build/bundle/camelnet.app/Contents"
        for name in ("MacOS", "Resources", "Frameworks/QtCore.framework", "Frameworks/a b"):
            (app / name).mkdir(parents=True)
        for name in ("MacOS/camelnet", "Frameworks/a b/core.abi3.so", "Frameworks/libssl.3.dylib"):
            (app / name).touch()
        (self.root / "build/bundle/camelnet/licenses").mkdir(parents=True)
        (self.root / "build/bundle/camelnet/README.txt").touch()
        self.tools.mkdir()
        self.tool("python", "")
        python = self.root / "build/bundle-venv/bin/python"
        python.parent.mkdir(parents=True)
        python.symlink_to(self.tools / "python")
        for name in TOOLS:
            self.tool(name, {"uname": "echo arm64", "openssl": "echo 5ec7e7"}.get(name, ""))

    def tool(self, name: str, does: str) -> None:
        path = self.tools / name
        line = f"echo \"{name}|$(printf '%s|' \"$@\")\" >> '{self.log}'"
        path.write_text(f"#!/bin/sh\n{line}\n{does}\n", encoding="utf-8")
        path.chmod(0o755)

    def build(self, **secrets: str) -> tuple[int, list[list[str]]]:
        """The exit code, and each call of a tool as words."""
        path = f"{self.tools}{os.pathsep}{os.environ['PATH']}"
        plain = {name: value for name, value in os.environ.items() if name not in SECRETS}
        done = subprocess.run(
            [self.root / "packaging/macos/build.sh"],
            env={**plain, "PATH": path, **secrets},
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        lines = self.log.read_text(encoding="utf-8").splitlines() if self.log.exists() else []
        return done.returncode, [line.split("|")[:-1] for line in lines]


def test_without_secrets_the_image_is_made_and_signed_without_a_name(tmp_path: Path) -> None:
    code, calls = Mac(tmp_path).build()
    assert code == 0
    signed = [words for words in calls if words[:2] == ["codesign", "--force"]]
    names = [Path(words[-1]).name for words in signed]
    assert set(names[:2]) == {"core.abi3.so", "libssl.3.dylib"}
    assert names[2:] == ["QtCore.framework", "camelnet.app"]  # from the inside out
    assert all(words[2:4] == ["--sign", "-"] for words in signed)
    assert not {"security", "xcrun"} & {words[0] for words in calls}
    (image,) = (words for words in calls if words[0] == "hdiutil")
    assert image[-1] == f"dist/camelnet-{__version__}-macos-arm64.dmg"
    (listed,) = (words for words in calls if words[0] == "python")
    assert listed[-1] == f"dist/camelnet-{__version__}-macos-arm64-sbom.cdx.json"
    assert calls.index(signed[-1]) < calls.index(listed), "signing changes what is listed"


def test_a_busy_disk_image_is_tried_again_and_a_broken_one_is_given_up(tmp_path: Path) -> None:
    mac = Mac(tmp_path)
    mac.tool("sleep", "")
    mac.tool("hdiutil", f"[ $(grep -c '^hdiutil' '{mac.log}') -ge 3 ]")
    code, calls = mac.build()
    assert code == 0
    assert [words[0] for words in calls if words[0] in ("hdiutil", "sleep")] == [
        *("hdiutil", "sleep", "hdiutil", "sleep", "hdiutil")
    ]
    mac.log.unlink()
    mac.tool("hdiutil", "exit 1")
    code, calls = mac.build()
    assert code != 0
    assert [words[0] for words in calls].count("hdiutil") == 3


def test_with_secrets_it_is_signed_notarised_and_stapled(tmp_path: Path) -> None:
    code, calls = Mac(tmp_path).build(**SECRETS)
    assert code == 0
    signed = [words for words in calls if words[:2] == ["codesign", "--force"]]
    assert all(SECRETS["MACOS_IDENTITY"] in words and "runtime" in words for words in signed)
    assert [Path(words[-1]).suffix for words in signed[-2:]] == [".app", ".dmg"]
    assert "packaging/macos/entitlements.plist" in signed[-2]
    assert [words[1:3] for words in calls if words[0] == "xcrun"] == [
        ["notarytool", "submit"],
        ["stapler", "staple"],
    ]
    assert calls[-1][:2] == ["security", "delete-keychain"]


def test_the_keychain_goes_even_where_signing_fails(tmp_path: Path) -> None:
    mac = Mac(tmp_path)
    mac.tool("codesign", "exit 1")
    code, calls = mac.build(**SECRETS)
    assert code != 0
    assert calls[-1][:2] == ["security", "delete-keychain"]
    assert "hdiutil" not in {words[0] for words in calls}


def test_half_the_secrets_are_refused(tmp_path: Path) -> None:
    code, calls = Mac(tmp_path).build(MACOS_CERTIFICATE=SECRETS["MACOS_CERTIFICATE"])
    assert code == 1
    assert "codesign" not in {words[0] for words in calls}
