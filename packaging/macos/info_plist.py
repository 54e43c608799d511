"""The keys of camelnet.app's Info.plist; packaging/bundle/camelnet.spec puts them there."""

from __future__ import annotations

import re
from collections.abc import Iterable

IDENTIFIER = "camelnet.desktop"
RECORD = "camelnet.desktop.record"
WHY_LOCAL_NETWORK = (
    "camelnet finds the other players' computers on your network and plays with them."
)


def info_plist(*, languages: Iterable[str], service: str, version: str) -> dict[str, object]:
    """`service`: the service to look for by mDNS, such as `_camelnet._tcp.local.`."""
    numbers = re.match(r"\d+(\.\d+){0,2}", version)
    assert numbers is not None, version
    return {
        "CFBundleVersion": numbers[0],  # macOS reads three numbers, and nothing behind them
        "CFBundleDisplayName": "camelnet",
        "CFBundleLocalizations": list(languages),
        "LSApplicationCategoryType": "public.app-category.board-games",
        "LSMinimumSystemVersion": "13.0",
        "NSHighResolutionCapable": True,
        "NSSupportsAutomaticGraphicsSwitching": True,
        "NSHumanReadableCopyright": "the camelnet contributors, MIT licence",
        # Others wait for our part of a die, so macOS must not slow our clocks behind other windows
        # (App Nap). Systems differ in which of the two keys they read.
        "LSAppNapIsDisabled": True,
        "NSAppSleepDisabled": True,
        # macOS 15 asks before a program may speak to the local network, with these words, and lets
        # it look for these services only.
        "NSLocalNetworkUsageDescription": WHY_LOCAL_NETWORK,
        "NSBonjourServices": [service.removesuffix(".local.")],
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": "Game recorded by camelnet",
                "CFBundleTypeExtensions": ["camelnet"],
                "CFBundleTypeRole": "Viewer",
                "LSHandlerRank": "Owner",
                "LSItemContentTypes": [RECORD],
            }
        ],
        "CFBundleURLTypes": [
            {
                "CFBundleURLName": "A game in a link",
                "CFBundleURLSchemes": ["camelnet"],
                "CFBundleTypeRole": "Viewer",
            }
        ],
        "UTExportedTypeDeclarations": [
            {
                "UTTypeIdentifier": RECORD,
                "UTTypeDescription": "Game recorded by camelnet",
                "UTTypeConformsTo": ["public.data"],
                "UTTypeTagSpecification": {"public.filename-extension": ["camelnet"]},
            }
        ],
    }
