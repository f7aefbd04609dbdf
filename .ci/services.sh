#!/usr/bin/env bash
# Starts a Redis and a PostgreSQL of their own, for tests: private ports on the loopback address, data in a temporary
# folder. Installs what is missing where apt-get may be used. Prints the lines to eval:
#   eval "$(.ci/services.sh start)"     export PARLEY_TEST_REDIS=... PARLEY_TEST_POSTGRES=... PARLEY_SERVICES=<folder>
#   .ci/services.sh stop "$PARLEY_SERVICES"
set -euo pipefail

say() { echo "services: $*" >&2; }

postgres_bin() {
  local found
  found=$(command -v initdb || true)
  [ -n "$found" ] || found=$(ls -1 /usr/lib/postgresql/*/bin/initdb /usr/local/pgsql/bin/initdb 2>/dev/null | sort -V | tail -1)
  [ -n "$found" ] && dirname "$(readlink -f "$found")"
}

# Not run as a service by the package: this script starts its own.
install() {
  [ "$(id -u)" = 0 ] || { say "$* is missing and only root can install it"; return 1; }
  say "installing $*"
  export DEBIAN_FRONTEND=noninteractive
  apt-get install -y --no-install-recommends "$@" >&2 || { apt-get update >&2 && apt-get install -y --no-install-recommends "$@" >&2; }
}

free_port() {
  node -e 'const s=require("node:net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})'
}

# PostgreSQL refuses to run as root.
as_postgres() {
  if [ "$(id -u)" != 0 ]; then "$@"; else runuser -u "$OWNER" -- "$@"; fi
}

start() {
  command -v redis-server >/dev/null || install redis-server
  [ -n "$(postgres_bin)" ] || install postgresql
  local folder bin redis_port postgres_port
  folder=$(mktemp -d /tmp/parley-services-XXXXXX)
  OWNER=nobody
  id postgres >/dev/null 2>&1 && OWNER=postgres
  chmod 755 "$folder"
  mkdir "$folder/redis" "$folder/postgres"
  [ "$(id -u)" != 0 ] || chown "$OWNER" "$folder/postgres"

  redis_port=$(free_port)
  redis-server --port "$redis_port" --bind 127.0.0.1 --dir "$folder/redis" --save '' --appendonly no \
    --maxmemory-policy noeviction --daemonize yes --pidfile "$folder/redis/pid" --logfile "$folder/redis/log" >&2

  bin=$(postgres_bin)
  postgres_port=$(free_port)
  (
    cd "$folder/postgres" # the owner may not read where this was called from
    as_postgres "$bin/initdb" -D "$folder/postgres/data" -U parley --auth=trust -E UTF8 --locale=C --no-sync >"$folder/initdb.log" 2>&1 ||
      { cat "$folder/initdb.log" >&2; exit 1; }
    as_postgres "$bin/pg_ctl" -D "$folder/postgres/data" -l "$folder/postgres/log" -w -t 60 \
      -o "-p $postgres_port -h 127.0.0.1 -k $folder/postgres -c fsync=off" start >&2
    as_postgres "$bin/createdb" -h 127.0.0.1 -p "$postgres_port" -U parley parley >&2
  )
  for _ in $(seq 50); do
    redis-cli -p "$redis_port" ping >/dev/null 2>&1 && break
    sleep 0.1
  done
  say "redis on port $redis_port, postgres on port $postgres_port, data in $folder"
  echo "export PARLEY_TEST_REDIS=redis://127.0.0.1:$redis_port"
  echo "export PARLEY_TEST_POSTGRES=postgres://parley@127.0.0.1:$postgres_port/parley"
  echo "export PARLEY_SERVICES=$folder"
}

stop() {
  local folder=$1 bin
  bin=$(postgres_bin)
  OWNER=$(stat -c %U "$folder/postgres")
  [ ! -f "$folder/redis/pid" ] || kill "$(cat "$folder/redis/pid")" || true
  (cd "$folder/postgres" && as_postgres "$bin/pg_ctl" -D "$folder/postgres/data" -m immediate stop >&2) || true
  rm -rf "$folder"
}

case "${1:-start}" in
  start) start ;;
  stop) stop "${2:?the folder that start printed}" ;;
  *) say "start or stop FOLDER, not $1"; exit 2 ;;
esac
