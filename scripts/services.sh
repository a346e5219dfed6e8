#!/usr/bin/env bash
# The real services that the tests need, on Debian: PostgreSQL with pgvector, PgBouncer before it, MariaDB, Redis, Chroma, and a server of the S3 API (moto).
#
#   scripts/services.sh up      install what is missing, start all on loopback; does nothing when they run
#   scripts/services.sh env     print the lines to `eval`: KEEPSAKE_TEST_POSTGRES_URL and its like
#   scripts/services.sh down    stop what `up` started, by process id, and delete its data
#
# KEEPSAKE_TEST_SERVICES_HOME   the data folder (default: keepsake-services in the folder for temporary files)
# KEEPSAKE_TEST_PACKAGES_HOME   where packages of other languages are installed, once (default: in the folder for temporary files)
# KEEPSAKE_TEST_SERVICES_FSYNC  off: faster, for tests that never cut the power (default: on)
set -euo pipefail

home=${KEEPSAKE_TEST_SERVICES_HOME:-${TMPDIR:-/tmp}/keepsake-services}
fsync=${KEEPSAKE_TEST_SERVICES_FSYNC:-on}
settings=$home/settings
moto_version=5.2.5
s3_packages=${KEEPSAKE_TEST_PACKAGES_HOME:-${TMPDIR:-/tmp}/keepsake-test-packages}/moto-$moto_version

say() { echo "services: $*" >&2; }
fail() { say "$*"; exit 1; }
as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif command -v sudo >/dev/null; then sudo "$@"
  else fail "packages are missing and this user may not install them: run 'scripts/services.sh up' once as root"; fi
}
# PostgreSQL and MariaDB refuse to run as root: there each runs as the user that its package made.
as_mariadb() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=mysql --regid=mysql --init-groups -- "$@"; else "$@"; fi; }
as_server() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --init-groups -- "$@"; else "$@"; fi; }

# ---- installing -------------------------------------------------------------------------------------------------

server_bin() { find /usr/lib/postgresql -maxdepth 2 -name bin -path '*/[0-9]*/bin' 2>/dev/null | sort -V | tail -n 1; }
server_version() { basename "$(dirname "$(server_bin)")"; }
has_server() { local bin; bin=$(server_bin); [ -n "$bin" ] && [ -x "$bin/initdb" ]; }
has_vector() { [ -f "/usr/share/postgresql/$(server_version)/extension/vector.control" ]; }

updated=no
install_packages() {
  if [ "$updated" = no ]; then as_root apt-get update -qq; updated=yes; fi
  # RUNLEVEL=1 keeps the packages from starting servers of their own on the usual ports.
  as_root env RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# The mirror that this machine is set up for; the text names none.
debian_mirror() { apt-get indextargets --format '$(LABEL)|$(REPO_URI)' | sed -n 's/^Debian|//p' | sort -u | head -n 1; }

# Debian 12 has no package of pgvector; the source package of Debian 13 builds against its server in seconds.
build_vector() {
  local version=$1 work mirror
  mirror=$(debian_mirror)
  [ -n "$mirror" ] || fail "apt is set up with no Debian mirror: install pgvector 0.8 for PostgreSQL $version yourself"
  install_packages "postgresql-server-dev-$version" gcc make dpkg-dev
  work=$(mktemp -d)
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
  echo "deb-src $mirror trixie main" >"$work/sources.list"
  local private=(-o "Dir::Etc::SourceList=$work/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o "Dir::State::Lists=$work/lists" -o "Dir::Cache=$work/cache" -o APT::Sandbox::User=root)
  (
    cd "$work"
    apt-get "${private[@]}" update -qq
    apt-get "${private[@]}" source -qq pgvector >/dev/null
    cd pgvector-*/
    # No just-in-time code, and no instructions of this machine only: the result may be copied to another.
    make -s with_llvm=no OPTFLAGS= "PG_CONFIG=/usr/lib/postgresql/$version/bin/pg_config" >/dev/null
    as_root make -s with_llvm=no OPTFLAGS= "PG_CONFIG=/usr/lib/postgresql/$version/bin/pg_config" install >/dev/null
  ) || { rm -rf "$work"; fail "pgvector could not be built"; }
  rm -rf "$work"
}

install_all() {
  command -v apt-get >/dev/null || has_server || fail "this script installs on Debian only: install PostgreSQL, pgvector, PgBouncer, MariaDB and Redis yourself"
  has_server || { say "installing PostgreSQL"; install_packages postgresql; }
  command -v redis-server >/dev/null || { say "installing Redis"; install_packages redis-server; }
  command -v pgbouncer >/dev/null || { say "installing PgBouncer"; install_packages pgbouncer; }
  command -v mariadbd >/dev/null || { say "installing MariaDB"; install_packages mariadb-server; }
  # the fault campaign sets clocks of processes by it
  command -v faketime >/dev/null || { say "installing faketime"; install_packages faketime; }
  command -v setpriv >/dev/null || install_packages util-linux
  if ! has_vector; then
    local version; version=$(server_version)
    say "installing pgvector for PostgreSQL $version"
    if apt-cache show "postgresql-$version-pgvector" >/dev/null 2>&1; then install_packages "postgresql-$version-pgvector"
    else build_vector "$version"; fi
  fi
}

# ---- starting ---------------------------------------------------------------------------------------------------

is_open() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
free_port() { # the first port from $1 on that nothing listens on
  local port
  for port in $(seq "$1" $(($1 + 200))); do is_open "$port" || { echo "$port"; return; }; done
  fail "no free port from $1 on"
}
# Is the process of this id file alive, and still the program that was started?
is_running() { # is_running FILE PROGRAM
  local pid
  [ -f "$1" ] || return 1
  pid=$(head -n 1 "$1")
  [ -r "/proc/$pid/comm" ] && [ "$(cat "/proc/$pid/comm")" = "$2" ]
}
postgres_runs() { is_running "$home/postgres/postmaster.pid" postgres; }
pgbouncer_runs() { is_running "$home/pgbouncer/pgbouncer.pid" pgbouncer; }
mariadb_runs() { is_running "$home/mariadb/mariadb.pid" mariadbd; }
s3_runs() { [ -f "$home/s3/s3.pid" ] && tr "\0" " " <"/proc/$(cat "$home/s3/s3.pid")/cmdline" 2>/dev/null | grep -q moto_server; }
chroma_runs() { is_running "$home/chroma/chroma.pid" node; }
redis_runs() { is_running "$home/redis/redis.pid" redis-server; }

settle() { # ports and password, chosen once and kept until `down`
  [ -f "$settings" ] && return
  mkdir -p "$home"
  chmod 711 "$home"
  (
    umask 077
    {
      echo "postgres_port=$(free_port 54329)"
      echo "pgbouncer_port=$(free_port 64329)"
      echo "redis_port=$(free_port 63799)"
      echo "mariadb_port=$(free_port 33069)"
      echo "chroma_port=$(free_port 58000)"
      echo "s3_port=$(free_port 59000)"
      echo "password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')"
    } >"$settings"
  )
}

psql_admin() { PGPASSWORD=$password "$(server_bin)/psql" -qAtX -v ON_ERROR_STOP=1 -h 127.0.0.1 -p "$postgres_port" -U postgres "$@"; }

# The tests' role is no superuser: row-level security does not bind superusers.
create_postgres() {
  local data=$home/postgres secret
  mkdir -p "$data"
  chmod 700 "$data"
  [ "$(id -u)" = 0 ] && chown postgres:postgres "$data"
  secret=$(mktemp)
  echo "$password" >"$secret"
  [ "$(id -u)" = 0 ] && chown postgres "$secret"
  as_server "$(server_bin)/initdb" -D "$data" -U postgres --auth=scram-sha-256 --pwfile="$secret" \
    --encoding=UTF8 --locale=C.UTF-8 >"$home/postgres.log" 2>&1 || { cat "$home/postgres.log" >&2; rm -f "$secret"; fail "initdb failed"; }
  rm -f "$secret"
  cat >>"$data/postgresql.conf" <<CONF
listen_addresses = '127.0.0.1'
port = $postgres_port
unix_socket_directories = ''
max_connections = 200
shared_buffers = 256MB
fsync = $fsync
full_page_writes = $fsync
CONF
}

start_postgres() {
  postgres_runs && return
  local fresh=no
  [ -f "$home/postgres/postgresql.conf" ] || { create_postgres; fresh=yes; }
  as_server "$(server_bin)/pg_ctl" -D "$home/postgres" -w -t 60 -s -l "$home/postgres/server.log" start \
    || { tail -n 20 "$home/postgres/server.log" >&2; fail "PostgreSQL did not start"; }
  [ "$fresh" = no ] && return
  psql_admin -d template1 -c "CREATE EXTENSION vector"
  psql_admin -d postgres -c "CREATE ROLE keepsake LOGIN CREATEDB CREATEROLE PASSWORD '$password'" \
    -c "CREATE DATABASE keepsake_test OWNER keepsake"
}

# In transaction mode, with fewer connections to the server than the tests open: what a store leaves on one would meet another.
start_pgbouncer() {
  pgbouncer_runs && return
  local folder=$home/pgbouncer
  mkdir -p "$folder"
  (
    umask 077
    echo "\"keepsake\" \"$password\"" >"$folder/users.txt"
    cat >"$folder/pgbouncer.ini" <<CONF
[databases]
keepsake_test = host=127.0.0.1 port=$postgres_port dbname=keepsake_test
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $pgbouncer_port
unix_socket_dir =
auth_type = scram-sha-256
auth_file = $folder/users.txt
pool_mode = transaction
default_pool_size = 8
max_client_conn = 400
logfile = $folder/pgbouncer.log
pidfile = $folder/pgbouncer.pid
CONF
  )
  [ "$(id -u)" = 0 ] && chown -R postgres:postgres "$folder"
  as_server pgbouncer -q -d "$folder/pgbouncer.ini" || fail "PgBouncer did not start"
}

# The tests' user may make databases of their own, and users of them, and end connections.
create_mariadb() {
  local data=$home/mariadb
  mkdir -p "$data"
  chmod 700 "$data"
  [ "$(id -u)" = 0 ] && chown mysql:mysql "$data"
  as_mariadb mariadb-install-db --no-defaults --datadir="$data" --skip-test-db --auth-root-authentication-method=normal \
    >"$home/mariadb.log" 2>&1 || { cat "$home/mariadb.log" >&2; fail "mariadb-install-db failed"; }
  (
    umask 077
    cat >"$home/mariadb.sql" <<SQL
DROP USER IF EXISTS ''@'localhost', ''@'$(hostname)';
ALTER USER root@localhost IDENTIFIED BY '$password';
CREATE USER keepsake@'127.0.0.1' IDENTIFIED BY '$password';
GRANT ALL ON \`keepsake\\_test%\`.* TO keepsake@'127.0.0.1' WITH GRANT OPTION;
GRANT PROCESS, CREATE USER, CONNECTION ADMIN ON *.* TO keepsake@'127.0.0.1';
CREATE DATABASE keepsake_test;
SQL
  )
  [ "$(id -u)" = 0 ] && chown mysql "$home/mariadb.sql"
  return 0
}

# Names of hosts are not looked up: an address is all that a connection has.
start_mariadb() {
  mariadb_runs && return
  local data=$home/mariadb first=() flush=1 left=300
  [ -d "$data/mysql" ] || { create_mariadb; first=("--init-file=$home/mariadb.sql"); }
  [ "$fsync" = off ] && flush=2
  as_mariadb setsid mariadbd --no-defaults --datadir="$data" --port="$mariadb_port" --bind-address=127.0.0.1 --skip-name-resolve \
    --socket="$data/mariadb.sock" --pid-file="$data/mariadb.pid" --log-error="$data/server.log" --max-connections=300 \
    --innodb-buffer-pool-size=256M --innodb-flush-log-at-trx-commit="$flush" "${first[@]}" >/dev/null 2>&1 &
  until mariadb_runs && mariadb_answers; do
    left=$((left - 1))
    [ "$left" -gt 0 ] || { tail -n 20 "$data/server.log" >&2; fail "MariaDB did not start"; }
    sleep 0.1
  done
  rm -f "$home/mariadb.sql"
}
mariadb_answers() {
  MYSQL_PWD=$password mariadb --no-defaults -h 127.0.0.1 -P "$mariadb_port" -u keepsake -e 'USE keepsake_test' 2>/dev/null
}

start_redis() {
  redis_runs && return
  mkdir -p "$home/redis"
  redis-server --bind 127.0.0.1 --port "$redis_port" --requirepass "$password" --dir "$home/redis" \
    --daemonize yes --pidfile "$home/redis/redis.pid" --logfile "$home/redis/server.log" \
    --appendonly yes --appendfsync everysec --save '' --maxmemory 256mb --maxmemory-policy noeviction >/dev/null
  local left=100
  until [ "$(REDISCLI_AUTH=$password redis-cli -p "$redis_port" ping 2>/dev/null)" = PONG ]; do
    left=$((left - 1))
    [ "$left" -gt 0 ] || { tail -n 20 "$home/redis/server.log" >&2; fail "Redis did not start"; }
    sleep 0.1
  done
}

# The server comes with the package of its client.
start_chroma() {
  chroma_runs && return
  local cli
  cli=$(cd "$(dirname "$0")/.." && pwd)/node_modules/chromadb/dist/cli.mjs
  [ -f "$cli" ] || fail "chromadb is not installed: run 'npm ci' first"
  mkdir -p "$home/chroma/data"
  setsid node "$cli" run --path "$home/chroma/data" --host 127.0.0.1 --port "$chroma_port" >"$home/chroma/server.log" 2>&1 &
  echo $! >"$home/chroma/chroma.pid"
  local left=300
  until is_open "$chroma_port"; do
    left=$((left - 1))
    [ "$left" -gt 0 ] || { tail -n 20 "$home/chroma/server.log" >&2; fail "Chroma did not start"; }
    sleep 0.1
  done
}

# From PyPI, in a folder of its own that outlives `down`: it takes longer to install than to start.
install_s3() {
  s3_server=$s3_packages/bin/moto_server
  [ -x "$s3_server" ] && return
  say "installing moto $moto_version"
  python3 -m venv "$s3_packages" 2>/dev/null || { install_packages python3-venv; python3 -m venv "$s3_packages"; }
  "$s3_packages/bin/pip" install -q --disable-pip-version-check "moto[s3]==$moto_version" flask flask-cors \
    || { rm -rf "$s3_packages"; fail "moto could not be installed"; }
}
start_s3() {
  s3_runs && return
  install_s3
  mkdir -p "$home/s3"
  setsid "$s3_server" -H 127.0.0.1 -p "$s3_port" >"$home/s3/server.log" 2>&1 &
  echo $! >"$home/s3/s3.pid"
  local left=600
  until is_open "$s3_port"; do
    left=$((left - 1))
    [ "$left" -gt 0 ] || { tail -n 20 "$home/s3/server.log" >&2; fail "the S3 server did not start"; }
    sleep 0.1
  done
}

up() {
  install_all
  settle
  # shellcheck disable=SC1090
  . "$settings"
  # A folder of an earlier version of this script names no port for it.
  [ -n "${pgbouncer_port:-}" ] || { pgbouncer_port=$(free_port 64329); echo "pgbouncer_port=$pgbouncer_port" >>"$settings"; }
  [ -n "${mariadb_port:-}" ] || { mariadb_port=$(free_port 33069); echo "mariadb_port=$mariadb_port" >>"$settings"; }
  start_postgres
  start_pgbouncer
  start_mariadb
  start_redis
  [ -n "${chroma_port:-}" ] || { chroma_port=$(free_port 58000); echo "chroma_port=$chroma_port" >>"$settings"; }
  start_chroma
  [ -n "${s3_port:-}" ] || { s3_port=$(free_port 59000); echo "s3_port=$s3_port" >>"$settings"; }
  start_s3
  say "PostgreSQL $(server_version) on 127.0.0.1:$postgres_port, MariaDB on 127.0.0.1:$mariadb_port, Redis on 127.0.0.1:$redis_port, Chroma on 127.0.0.1:$chroma_port, S3 on 127.0.0.1:$s3_port; eval \"\$(scripts/services.sh env)\""
}

print_env() {
  [ -f "$settings" ] || fail "nothing is up: run 'scripts/services.sh up' first"
  # shellcheck disable=SC1090
  . "$settings"
  echo "export KEEPSAKE_TEST_POSTGRES_URL='postgres://keepsake:$password@127.0.0.1:$postgres_port/keepsake_test'"
  echo "export KEEPSAKE_TEST_POSTGRES_ADMIN_URL='postgres://postgres:$password@127.0.0.1:$postgres_port/keepsake_test'"
  echo "export KEEPSAKE_TEST_PGBOUNCER_URL='postgres://keepsake:$password@127.0.0.1:$pgbouncer_port/keepsake_test'"
  echo "export KEEPSAKE_TEST_MARIADB_URL='mysql://keepsake:$password@127.0.0.1:$mariadb_port/keepsake_test'"
  echo "export KEEPSAKE_TEST_REDIS_URL='redis://:$password@127.0.0.1:$redis_port/0'"
  echo "export KEEPSAKE_TEST_CHROMA_URL='http://127.0.0.1:$chroma_port'"
  echo "export KEEPSAKE_TEST_S3_URL='http://keepsake:$password@127.0.0.1:$s3_port'"
  echo "export KEEPSAKE_TEST_SERVICES_HOME='$home'"
}

down() {
  local pid
  if pgbouncer_runs; then kill "$(cat "$home/pgbouncer/pgbouncer.pid")"; fi
  if postgres_runs; then
    as_server "$(server_bin)/pg_ctl" -D "$home/postgres" -w -t 30 -s -m fast stop
  fi
  if mariadb_runs; then
    pid=$(cat "$home/mariadb/mariadb.pid")
    kill "$pid"
    while [ -d "/proc/$pid" ]; do sleep 0.1; done
  fi
  if redis_runs; then
    pid=$(cat "$home/redis/redis.pid")
    kill "$pid"
    while [ -d "/proc/$pid" ]; do sleep 0.1; done
  fi
  if chroma_runs; then
    pid=$(cat "$home/chroma/chroma.pid")
    kill "$pid"
    while [ -d "/proc/$pid" ]; do sleep 0.1; done
  fi
  if s3_runs; then
    pid=$(cat "$home/s3/s3.pid")
    kill "$pid"
    while [ -d "/proc/$pid" ]; do sleep 0.1; done
  fi
  # Only what this script made: the folder holds its settings file.
  if [ -f "$settings" ]; then rm -rf "$home"; fi
  say "stopped"
}

case "${1:-}" in
  up) up ;;
  env) print_env ;;
  down) down ;;
  *) sed -n '2,10s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
