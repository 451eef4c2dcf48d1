#!/bin/sh
# Builds the OMPL peer into .cache/peers/ompl. Needs g++, libompl-dev, libfcl-dev and nlohmann-json3-dev (Debian).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out="$here/../../../../.cache/peers"
if ! pkg-config --exists ompl fcl eigen3 nlohmann_json 2>/dev/null; then
  echo 'A library is missing: apt-get install libompl-dev libfcl-dev libeigen3-dev nlohmann-json3-dev g++' >&2
  exit 1
fi
mkdir -p "$out"
# FCL's flags name an older standard, so ours comes last.
# shellcheck disable=SC2046
nice g++ $(pkg-config --cflags ompl fcl eigen3) -std=c++17 -O3 -march=native -DNDEBUG "$here/ompl.cpp" "$here/ompl_world.cpp" \
  -lompl -lfcl -o "$out/ompl"
echo "$out/ompl"
