#!/bin/sh
# Builds the last stage of the Dockerfile without an engine: by buildah, on a root that debootstrap makes. Usage:
# ops/image/try-buildah.sh FOLDER; needs root.
set -eux
work=${1:?usage: ops/image/try-buildah.sh FOLDER}
here=$(dirname "$0")
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
store="--root $work/store --runroot $work/run"
debootstrap --variant=minbase bookworm "$work/root"
"$here/build.sh" "$work/built"
"$here/collect.sh" "$work/built" "$work/app"
container=$(buildah $store from scratch)
buildah $store add "$container" "$work/root" /
buildah $store add "$container" "$work/app" /app
buildah $store run "$container" -- useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin tasuki
buildah $store run "$container" -- install -d -o tasuki -g tasuki -m 700 /data
buildah $store config --user 10001:10001 --workingdir /app --env DATA_DIR=/data --entrypoint '["/app/ops/image/tasuki"]' "$container"
buildah $store commit "$container" tasuki
buildah $store images
