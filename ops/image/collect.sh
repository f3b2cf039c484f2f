#!/bin/sh
# Second stage: copies what runs out of a built tree. Usage: ops/image/collect.sh BUILT FOLDER
set -eu
built=${1:?usage: ops/image/collect.sh BUILT FOLDER}
to=${2:?usage: ops/image/collect.sh BUILT FOLDER}
mkdir -p "$to/src/kit" "$to/ops/image"
cp "$built"/package.json "$built"/LICENSE "$built"/NOTICE "$to"
cp "$built"/ops/image/tasuki "$built"/ops/image/healthy.js "$to/ops/image"
# Maps are for whoever debugs a build of their own.
(cd "$built" && tar -c --exclude='*.map' --exclude=build/.running --exclude=build/server/compiled build | tar -x -C "$to")
# Commands and migrations run from the sources; screens and tests do not.
(cd "$built" && tar -c --exclude='*.test.ts' --exclude='*.tsx' --exclude='src/kit/db/migrations/meta/*_snapshot.json' src | tar -x -C "$to")
"$built"/node_modules/node-linux-*/bin/node "$built/ops/image/packages.js" "$built" "$to"
# Without symbols for debuggers, where the tool is there.
if command -v strip >/dev/null; then strip --strip-all "$to"/node_modules/node-linux-*/bin/node; fi
chmod -R a=rX,u+w "$to"
