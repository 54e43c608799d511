"""The Windows app, built, installed and played under wine: `make test-windows-app`."""
