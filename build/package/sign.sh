#!/usr/bin/env bash
# Signs a file: sign.sh FILE writes FILE.asc beside it. The key, a secret one in OpenPGP armour without a
# passphrase, is taken from the environment (SIGNING_KEY) and forgotten with the folder it was unpacked into.
set -euo pipefail

file=${1:?"which file?"}
: "${SIGNING_KEY:?"SIGNING_KEY must hold a secret key"}"

GNUPGHOME=$(mktemp -d)
export GNUPGHOME
trap 'gpgconf --kill all; rm -rf "$GNUPGHOME"' EXIT
gpg --batch --quiet --import <<<"$SIGNING_KEY"
gpg --batch --yes --armor --detach-sign --output "$file.asc" "$file"
gpg --batch --verify "$file.asc" "$file"
