#!/bin/sh
# Writes a random value for every password and secret of docker-compose.yml that .env does not have yet. Each begins with a
# letter: NATS would take a value that looks like a number for one.
set -eu
cd "$(dirname "$0")/../.."
umask 077
touch .env
grep -o '\${[A-Z_]*:?' docker-compose.yml | tr -d '${:?' | sort -u | while read -r name; do
  grep -q "^$name=" .env || echo "$name=p$(openssl rand -hex 24)" >> .env
done
