#!/bin/sh
# Builds the KDL peer into .cache/peers/kdl. Needs g++ and liborocos-kdl-dev (Debian).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out="$here/../../../../.cache/peers"
if ! pkg-config --exists orocos-kdl orocos_kdl 2>/dev/null && [ ! -d /usr/include/kdl ]; then
  echo 'liborocos-kdl-dev is missing: apt-get install liborocos-kdl-dev libeigen3-dev g++' >&2
  exit 1
fi
mkdir -p "$out"
g++ -std=c++17 -O3 -march=native -DNDEBUG -I/usr/include/eigen3 "$here/kdl.cpp" -lorocos-kdl -o "$out/kdl"
echo "$out/kdl"
