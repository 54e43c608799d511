#!/bin/sh
# Install the files for a desktop into a folder, and check each with the tool of its format; then
# open the app on Wayland and on X: `packaging/desktop/check.sh PYTHON`.
# packaging/bootstrap desktop installs the tools.
set -eu

python=$1
here=$(dirname "$0")
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
share=$prefix/share
status=0

check() {
    printf '%s\n' "$*"
    "$@" || status=1
}

# man(1) prints groff's warnings on standard error, but exits with 0 all the same.
check_page() {
    said=$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$1" \
        2>&1 >/dev/null) || status=1
    [ -z "$said" ] || { printf '%s: %s\n' "$1" "$said"; status=1; }
    gunzip -c "$1" | mandoc -T lint -W warning || status=1
}

"$python" "$here/install.py" --prefix "$prefix" --url https://example.org/camelnet >/dev/null
check desktop-file-validate "$share/applications/camelnet.desktop"
check appstreamcli validate --no-net --no-color "$share"/metainfo/*.xml
check xmllint --noout "$share"/metainfo/*.xml "$share"/mime/packages/*.xml \
    "$share"/icons/hicolor/scalable/*/*.svg
echo 'man, mandoc'
for page in "$share"/man/man1/*.gz; do check_page "$page"; done
check bash -n "$share/bash-completion/completions/camelnet"
check zsh -n "$share/zsh/site-functions/_camelnet"
check fish -n "$share/fish/vendor_completions.d/camelnet.fish"
for picture in "$share"/icons/hicolor/scalable/*/*.svg; do
    check rsvg-convert --width 64 --output "$prefix/vector.png" "$picture"
done
# The type of a record, as a file manager finds it: by its name, and by its first bytes alone.
check update-mime-database "$share/mime"
printf 'camelnet record 4\n' >"$prefix/nameless"
for sample in "$prefix/nameless" "$prefix/a game.camelnet"; do
    cp "$prefix/nameless" "$sample" 2>/dev/null || true
    type=$(XDG_DATA_HOME=$prefix/home XDG_DATA_DIRS=$share:/usr/share \
        gio info -a standard::content-type "$sample" | sed -n 's/.*content-type: //p')
    printf '%s is %s\n' "${sample##*/}" "$type"
    [ "$type" = application/x-camelnet-record ] || status=1
done
check "$python" "$here/check_screens.py"
exit $status
