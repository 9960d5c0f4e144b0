#!/usr/bin/env bash
# Signs the application for macOS with the identity of a developer's account, has Apple look it over (notarytool),
# staples what it says to it, and packs the disk image anew: notarize.sh APP DMG. Without the five secrets of that
# account it does nothing and says so. Never run yet: it needs such an account.
set -euo pipefail

app=${1:?"which application?"}
image=${2:?"which disk image?"}
for name in MACOS_CERTIFICATE MACOS_CERTIFICATE_PASSWORD NOTARY_APPLE_ID NOTARY_PASSWORD NOTARY_TEAM; do
    if [ -z "${!name:-}" ]; then
        echo "$name is not set: the application stays signed without an identity, and is not notarized."
        exit 0
    fi
done

place=$(mktemp -d)
keychain="$place/release.keychain-db"
password=$(uuidgen)
trap 'security delete-keychain "$keychain" 2>/dev/null || true; rm -rf "$place"' EXIT
base64 --decode <<<"$MACOS_CERTIFICATE" >"$place/certificate.p12"
security create-keychain -p "$password" "$keychain"
security set-keychain-settings -lut 3600 "$keychain"
security unlock-keychain -p "$password" "$keychain"
security import "$place/certificate.p12" -P "$MACOS_CERTIFICATE_PASSWORD" -k "$keychain" -T /usr/bin/codesign
security set-key-partition-list -S apple-tool:,apple: -k "$password" "$keychain" >/dev/null
identity=$(security find-identity -v -p codesigning "$keychain" | awk 'NR == 1 { print $2 }')

entitlements=$(dirname "$0")/macos.entitlements
codesign --force --deep --timestamp --options runtime --entitlements "$entitlements" \
    --keychain "$keychain" --sign "$identity" "$app"
codesign --verify --deep --strict "$app"
ditto -c -k --keepParent "$app" "$place/app.zip"
xcrun notarytool submit "$place/app.zip" --wait --timeout 30m \
    --apple-id "$NOTARY_APPLE_ID" --password "$NOTARY_PASSWORD" --team-id "$NOTARY_TEAM"
xcrun stapler staple "$app"
rm -f "$image"
hdiutil create -volname "Four Thrones" -srcfolder "$app" -format UDZO "$image"
