#!/bin/sh
# Make dist/camelnet-VERSION-macos-MACHINE.dmg from build/bundle/camelnet.app, which
# packaging/bundle/build.py builds on a Mac, and beside it the list of what is in the signed app.
#
# MACOS_CERTIFICATE (base64 of a .p12), MACOS_CERTIFICATE_PASSWORD and MACOS_IDENTITY sign it;
# MACOS_NOTARY_USER, MACOS_NOTARY_PASSWORD and MACOS_TEAM notarise it, too. Without them it gets the
# ad-hoc signature that Apple's processors require.
set -eu

cd "$(dirname "$0")/../.."
app=build/bundle/camelnet.app
folder=build/bundle/camelnet
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' camelnet/__init__.py)
image=dist/camelnet-$version-macos-$(uname -m).dmg

stop() {
    echo "macos: $*" >&2
    exit 1
}

[ -d "$app" ] || stop "$app is missing: run packaging/bundle/build.py on a Mac"

scratch=$(mktemp -d)
keychain=
clean() {
    [ -z "$keychain" ] || security delete-keychain "$keychain" || true
    rm -rf "$scratch"
}
trap clean EXIT

if [ -n "${MACOS_CERTIFICATE:-}" ]; then
    [ -n "${MACOS_IDENTITY:-}" ] || stop 'MACOS_CERTIFICATE is set, but MACOS_IDENTITY is not'
    # A keychain for this one job, before those of the user; it goes with the job.
    password=$(openssl rand -hex 16)
    printf %s "$MACOS_CERTIFICATE" | base64 --decode >"$scratch/certificate.p12"
    security create-keychain -p "$password" "$scratch/signing.keychain-db"
    keychain=$scratch/signing.keychain-db
    security set-keychain-settings -lut 3600 "$keychain"
    security unlock-keychain -p "$password" "$keychain"
    security import "$scratch/certificate.p12" -k "$keychain" \
        -P "${MACOS_CERTIFICATE_PASSWORD:-}" -T /usr/bin/codesign
    security set-key-partition-list -S apple-tool:,apple: -s -k "$password" "$keychain" >/dev/null
    # shellcheck disable=SC2046 # one word for each of the user's keychains
    security list-keychains -d user -s "$keychain" \
        $(security list-keychains -d user | tr -d '"')
fi

# sign PATH [OPTION...]
sign() {
    path=$1
    shift
    if [ -n "$keychain" ]; then
        codesign --force --timestamp --options runtime --sign "$MACOS_IDENTITY" "$@" "$path"
    else
        codesign --force --sign - "$@" "$path"
    fi
}

# From the inside out: a signature covers the signed files within. We do not follow symbolic links,
# and sign a library in its real place.
cp -R "$folder/licenses" "$folder/README.txt" "$app/Contents/Resources/"
find "$app/Contents" -type f \( -name '*.dylib' -o -name '*.so' \) -print >"$scratch/libraries"
while IFS= read -r library; do sign "$library"; done <"$scratch/libraries"
find "$app/Contents/Frameworks" -type d -name '*.framework' -print >"$scratch/frameworks"
while IFS= read -r framework; do sign "$framework"; done <"$scratch/frameworks"
sign "$app" --entitlements packaging/macos/entitlements.plist
codesign --verify --deep --strict "$app"
mkdir -p dist
build/bundle-venv/bin/python packaging/bundle/bom.py "$app" build/bundle-work/camelnet build/bundle-venv \
    "$version" "${image%.dmg}-sbom.cdx.json"

# The contents of the image's window: the app, and the folder to drag it to.
mkdir "$scratch/camelnet"
cp -R "$app" "$scratch/camelnet/"
ln -s /Applications "$scratch/camelnet/Applications"
# "Resource busy": Spotlight, say, still reads the files.
for attempt in 1 2 3; do
    if hdiutil create -volname camelnet -srcfolder "$scratch/camelnet" -fs HFS+ -format UDZO -ov "$image"; then
        break
    fi
    [ "$attempt" -lt 3 ] || exit 1
    sleep 10
done
[ -z "$keychain" ] || sign "$image"

if [ -n "$keychain" ] && [ -n "${MACOS_NOTARY_USER:-}" ]; then
    xcrun notarytool submit "$image" --wait --apple-id "$MACOS_NOTARY_USER" \
        --password "$MACOS_NOTARY_PASSWORD" --team-id "$MACOS_TEAM"
    xcrun stapler staple "$image"
fi
echo "$image"
