"""The tests of files run with the strictness of Windows."""

from tests.portability.windows_files import strict_files

__all__ = ["strict_files"]
