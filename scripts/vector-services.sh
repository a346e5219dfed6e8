#!/usr/bin/env bash
# Real search engines for the tests of their adapters: OpenSearch with its k-NN plugin, Elasticsearch, and Milvus Lite.
#
#   scripts/vector-services.sh up      install what is missing, start all on loopback; does nothing when they run
#   scripts/vector-services.sh env     print the lines to `eval`: KEEPSAKE_TEST_OPENSEARCH_URL and its like
#   scripts/vector-services.sh down    stop what `up` started, by process id, and delete its data
#
# KEEPSAKE_TEST_VECTOR_SERVICES_HOME   the data folder (default: keepsake-vector-services in the folder for temporary files)
# KEEPSAKE_TEST_VECTOR_PORT            the first of six ports that it may use (default: 29211)
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)/vector-services
home=${KEEPSAKE_TEST_VECTOR_SERVICES_HOME:-${TMPDIR:-/tmp}/keepsake-vector-services}
first=${KEEPSAKE_TEST_VECTOR_PORT:-29211}
opensearch_port=$first elasticsearch_port=$((first + 2)) milvus_port=$((first + 4))
mark=$home/of-keepsake-tests

say() { echo "vector services: $*" >&2; }
fail() { say "$*"; exit 1; }
# Elasticsearch refuses to run as root. In place of the shell that calls it, so that its process id is the one that is kept.
as_nobody() { if [ "$(id -u)" = 0 ]; then exec setpriv --reuid=65534 --regid=65534 --clear-groups -- "$@"; else exec "$@"; fi; }

need() {
  command -v "$1" >/dev/null && return
  [ "$(id -u)" = 0 ] || fail "$1 is missing: install $2"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$2" >/dev/null
}

install_all() {
  need mvn maven
  need javac default-jdk-headless
  need unzip unzip
  python3 -c 'import ensurepip' 2>/dev/null || need /no/venv python3-venv
  [ -d "$home/opensearch/lib" ] || {
    mvn -q -B -f "$here/opensearch.xml" dependency:copy-dependencies "-DoutputDirectory=$home/opensearch/lib.part" >&2
    mvn -q -B -f "$here/opensearch.xml" dependency:copy -Dartifact=org.opensearch.plugin:opensearch-knn:2.19.1.0:zip \
      "-DoutputDirectory=$home/opensearch" >&2
    unzip -qo "$home/opensearch/opensearch-knn-2.19.1.0.zip" '*.jar' -d "$home/opensearch/lib.part"
    javac -cp "$home/opensearch/lib.part/*" -d "$home/opensearch" "$here/OpenSearchServer.java"
    mv "$home/opensearch/lib.part" "$home/opensearch/lib"
  }
  [ -d "$home/elasticsearch/lib" ] || {
    mvn -q -B -f "$here/elasticsearch.xml" dependency:copy-dependencies "-DoutputDirectory=$home/elasticsearch/lib.part" >&2
    javac -cp "$home/elasticsearch/lib.part/*" -d "$home/elasticsearch" "$here/ElasticsearchServer.java"
    mv "$home/elasticsearch/lib.part" "$home/elasticsearch/lib"
  }
  [ -x "$home/milvus/venv/bin/milvus-lite" ] || {
    python3 -m venv "$home/milvus/venv"
    "$home/milvus/venv/bin/pip" install -q milvus-lite==3.2.2 pymilvus==3.0.2 >&2
  }
}

runs() { [ -f "$home/$1.pid" ] && [ -d "/proc/$(cat "$home/$1.pid")" ]; }

# name, command…: in the background, its own process id kept
start() {
  local name=$1
  shift
  runs "$name" && return
  "$@" >"$home/$name.log" 2>&1 &
  echo $! >"$home/$name.pid"
  disown
}

# name, command…: until the command succeeds
await() {
  local name=$1 left=240
  shift
  until "$@" >/dev/null 2>&1; do
    left=$((left - 1))
    if [ "$left" = 0 ] || ! runs "$name"; then tail -n 20 "$home/$name.log" >&2; fail "$name did not start"; fi
    sleep 0.5
  done
}

greets() { curl -sf "http://127.0.0.1:$1/"; }
listens() { (exec 3<>"/dev/tcp/127.0.0.1/$1"); }

up() {
  mkdir -p "$home/opensearch" "$home/elasticsearch/data" "$home/milvus"
  touch "$mark"
  need curl curl
  install_all
  if [ "$(id -u)" = 0 ]; then chmod -R a+rX "$home"; chown -R 65534:65534 "$home/elasticsearch/data"; fi
  start opensearch java -Xmx768m -cp "$home/opensearch:$home/opensearch/lib/*" OpenSearchServer "$opensearch_port" "$home/opensearch/data"
  start elasticsearch as_nobody java -Xmx768m "-Djava.io.tmpdir=$home/elasticsearch/data" -Dtests.security.manager=false \
    "-Dhome=$home/elasticsearch/data" "-Dport=$elasticsearch_port" \
    -cp "$home/elasticsearch:$home/elasticsearch/lib/*" org.junit.runner.JUnitCore ElasticsearchServer
  start milvus "$home/milvus/venv/bin/milvus-lite" server --host 127.0.0.1 --port "$milvus_port" --data-dir "$home/milvus/data"
  await opensearch greets "$opensearch_port"
  await elasticsearch greets "$elasticsearch_port"
  await milvus listens "$milvus_port"
  say "OpenSearch on 127.0.0.1:$opensearch_port, Elasticsearch on $elasticsearch_port, Milvus Lite on $milvus_port"
}

print_env() {
  [ -f "$mark" ] || fail "nothing is up: run 'scripts/vector-services.sh up' first"
  echo "export KEEPSAKE_TEST_OPENSEARCH_URL='http://127.0.0.1:$opensearch_port'"
  echo "export KEEPSAKE_TEST_ELASTICSEARCH_URL='http://127.0.0.1:$elasticsearch_port'"
  echo "export KEEPSAKE_TEST_MILVUS_URL='127.0.0.1:$milvus_port'"
}

down() {
  local name
  for name in opensearch elasticsearch milvus; do
    runs "$name" || continue
    kill "$(cat "$home/$name.pid")"
    while runs "$name"; do sleep 0.1; done
  done
  # Only what this script made: the folder holds its mark.
  if [ -f "$mark" ]; then rm -rf "$home"; fi
  say "stopped"
}

case "${1:-}" in
  up) up ;;
  env) print_env ;;
  down) down ;;
  *) sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
