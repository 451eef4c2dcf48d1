#!/bin/sh
# Writes a random value for every password and secret of docker-compose.yml that .env does not have yet. Each begins with a
# letter: NATS would take a value that looks like a number for one.
set -eu
cd "$(dirname "$0")/../.."
umask 077
touch .env
# User identities use a key pair: identity signs with one key, the services verify with the other.
if ! grep -q "^PERSON_KEY=" .env; then
  key=$(openssl genpkey -algorithm ed25519 | openssl pkcs8 -topk8 -nocrypt -outform DER | base64 | tr -d '\n')
  public=$(echo "$key" | base64 -d | openssl pkey -inform DER -pubout -outform DER | base64 | tr -d '\n')
  printf 'PERSON_KEY=%s\nPERSON_PUBLIC_KEYS=%s\n' "$key" "$public" >> .env
fi
grep -o '\${[A-Z_]*:?' docker-compose.yml | tr -d '${:?' | sort -u | while read -r name; do
  grep -q "^$name=" .env || echo "$name=p$(openssl rand -hex 24)" >> .env
done
