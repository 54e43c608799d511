"""The Debian package in bare systems of Debian and Ubuntu: installed, played, removed."""
