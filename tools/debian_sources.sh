#!/bin/sh
# The sources of Debian packages, unpacked and configured, as files to count on (tools/stopping_constructs.py).
#
#   tools/debian_sources.sh FOLDER [PACKAGE...]
#
# Needs lines deb-src of apt, and a compiler.  The archives of the authors are unpacked, without the patches of Debian, into
# FOLDER/src; one that is there already is left as it is.  What has a script "configure" is configured within three minutes; nothing
# is built.  What cannot be had or configured is told on stderr and passed over.  FOLDER/empty has an empty config.h for the others.

set -u
default="bc bsdgames bzip2 check cjson cpio dash diffutils dos2unix ed expat figlet flex fping gawk giflib grep gzip hello hiredis
http-parser indent jansson jq less libbsd libcsv libev libevent libmad libmd libmodbus libogg libpng1.6 libsamplerate libsodium
libtomcrypt libtommath libvorbis libyaml lua5.4 lz4 lzo2 lzop m4 make-dfsg mawk moon-buggy mosquitto mxml nano nettle ninvaders patch
popt procps psmisc redis sed sl speex tcc tinyproxy tree unzip uthash xz-utils zip zlib"

folder=$1
shift
mkdir -p "$folder/src" "$folder/empty" "$folder/archives"
: >"$folder/empty/config.h"
cd "$folder/archives" || exit 2
for package in ${*:-$default}; do
  [ -d "../src/$package" ] && continue
  archive=$(ls "$package"_*.orig.tar.* 2>/dev/null | grep -v '\.asc$' | tail -n 1)
  if [ -z "$archive" ]; then
    timeout 300 apt-get source --download-only -qq "$package" >/dev/null 2>&1
    archive=$(ls "$package"_*.orig.tar.* 2>/dev/null | grep -v '\.asc$' | tail -n 1)
  fi
  if [ -z "$archive" ]; then
    echo "not there: $package" >&2
    continue
  fi
  mkdir "../src/$package"
  tar -x -f "$archive" -C "../src/$package" --strip-components=1
  if [ -x "../src/$package/configure" ]; then
    (cd "../src/$package" && timeout 180 ./configure >configure.out 2>&1 </dev/null) || echo "not configured: $package" >&2
  fi
done
