#!/bin/sh
# First stage of the image: installs and builds in a copy of the sources. Usage: ops/image/build.sh FOLDER
set -eu
to=${1:?usage: ops/image/build.sh FOLDER}
cd "$(dirname "$0")/../.."
mkdir -p "$to"
# What the build reads; neither data nor what an earlier build left.
tar -c --exclude=./node_modules --exclude=./build --exclude=./data --exclude=./.git --exclude=./test-results . | tar -x -C "$to"
cd "$to"
npm run build
