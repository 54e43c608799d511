"""What tests of the rules share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from camelnet import i18n
from camelnet.i18n import choose_language


@pytest.fixture(params=["en", "fr"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Each language of the catalogue; one that is not built yet is left out."""
    code = str(request.param)
    built = Path(i18n.LOCALE_DIR, code, "LC_MESSAGES", f"{i18n.DOMAIN}.mo").exists()
    if code != "en" and not built:
        pytest.skip("the catalogue is not compiled")
    yield choose_language([code])
    choose_language(["en"])
