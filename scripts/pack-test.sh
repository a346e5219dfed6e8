#!/usr/bin/env bash
# Packs the package, installs it into an empty folder without dev dependencies, and uses it as a person would.
# Every line that must hold prints "ok" or "not ok"; the last line counts them.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
server_pid=""
cleanup() { [ -n "$server_pid" ] && kill "$server_pid" 2>/dev/null; rm -rf "$work"; }
trap cleanup EXIT
passed=0; failed=0
holds() { # holds "what" command…
  local what=$1; shift
  if "$@" >"$work/out" 2>"$work/err"; then passed=$((passed + 1)); echo "ok - $what"
  else failed=$((failed + 1)); echo "not ok - $what"; sed 's/^/    /' "$work/out" "$work/err" | tail -20; fi
}
says() { # says "what" pattern command…
  local what=$1 pattern=$2; shift 2
  holds "$what" bash -c '"${@:2}" 2>&1 | tee /dev/stderr | grep -qE "$1"' _ "$pattern" "$@"
}
wait_for() { for _ in $(seq 1 60); do if "$@" >/dev/null 2>&1; then return 0; fi; sleep 0.25; done; return 1; }

cd "$root" && tarball=$(npm pack --silent --pack-destination "$work" | tail -n 1)
mkdir "$work/empty" && cd "$work/empty" && npm init -y >/dev/null
holds "the tarball installs into an empty folder" env ONNXRUNTIME_NODE_INSTALL=skip JOBS=max npm install --omit=dev --no-audit --no-fund "$work/$tarball"

export KEEPSAKE_DATA="$work/data" KEEPSAKE_USER=ada
keepsake="$work/empty/node_modules/.bin/keepsake"
history="$work/empty/node_modules/keepsake/examples/history.jsonl"
says "--help shows the commands" "recall" "$keepsake" --help
says "config is printed" "dataFolder" "$keepsake" config --json
says "the native runtime is in use" "onnx-native" "$keepsake" stats --json
says "the reader of pairs is in use" "keepsake-reader:[0-9a-f]+ · onnx-native" "$keepsake" doctor --json
says "a history is imported" "[0-9]" "$keepsake" import "$history"
says "a statement is remembered" "new|reinforced|superseded" "$keepsake" remember "My favourite tea is jasmine"
says "and recalled" "jasmine" "$keepsake" recall "which tea do I like?" --json
says "Chinese is recalled" "." "$keepsake" recall "我喜欢喝什么茶" --json
says "a context is built" "messages" "$keepsake" context "plan my tea break" --max-tokens 600 --json
says "memories are listed" "mem_" "$keepsake" list --json
says "stats are shown" "episodes" "$keepsake" stats --json
says "the profile is shown" "sections" "$keepsake" profile --json
says "PostgreSQL without its client says what to install" "npm install pg@8" env KEEPSAKE_STORAGE=postgres KEEPSAKE_POSTGRES_URL=postgres://127.0.0.1/x "$keepsake" stats
says "MariaDB without its client says what to install" "npm install mysql2@3" env KEEPSAKE_STORAGE=mariadb KEEPSAKE_MARIADB_URL=mysql://127.0.0.1/x "$keepsake" stats
says "Redis without its client says what to install" "npm install ioredis@6" env KEEPSAKE_REDIS_URL=redis://127.0.0.1 "$keepsake" stats
says "S3 without its client says what to install" "npm install @aws-sdk/client-s3@3" env KEEPSAKE_BLOBS=s3 KEEPSAKE_BLOBS_BUCKET=memories "$keepsake" stats
says "in Chinese too" "没有安装 @aws-sdk/client-s3" env KEEPSAKE_LANGUAGE=zh KEEPSAKE_BLOBS=s3 KEEPSAKE_BLOBS_BUCKET=memories "$keepsake" doctor
says "the package is imported without any vendor's client" "function" node --input-type=module -e 'console.log(typeof (await import("keepsake")).openKeepsake)'
for adapter in postgres mariadb qdrant chroma opensearch elasticsearch milvus pinecone s3; do
  says "keepsake/adapters/$adapter asks for its vendor's client alone" "ERR_MODULE_NOT_FOUND: (pg|mysql2|@qdrant/js-client-rest|chromadb|@opensearch-project/opensearch|@elastic/elasticsearch|@zilliz/milvus2-sdk-node|@pinecone-database/pinecone|@aws-sdk/client-s3)" \
    node --input-type=module -e "import('keepsake/adapters/$adapter').catch(({ code, message }) => console.log(code + ': ' + /package '(.*?)'/.exec(message)?.[1]))"
done
holds "a client is installed beside it" npm install --no-audit --no-fund pg@8
says "and its adapter is imported" "function" node --input-type=module -e 'console.log(typeof (await import("keepsake/adapters/postgres")).createPostgresStorage)'
says "an unknown id is a clear error" "NOT_FOUND" "$keepsake" get mem_none --json
says "an evaluation runs" "golden|all" "$keepsake" eval run golden --limit 3 --json "$work/eval.json"

port=$((20000 + RANDOM % 20000))
"$keepsake" serve --port "$port" >"$work/serve.log" 2>&1 & server_pid=$!
holds "the server becomes ready" wait_for curl -fsS "http://127.0.0.1:$port/health/ready"
says "OpenAPI is served" '"openapi": ?"3\.1' curl -fsS "http://127.0.0.1:$port/openapi.json"
says "recall over HTTP" "jasmine" curl -fsS -X POST "http://127.0.0.1:$port/v1/users/ada/recall" -H 'content-type: application/json' -d '{"query":"which tea do I like?"}'
kill "$server_pid"; wait "$server_pid" 2>/dev/null; server_pid=""

initialize='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"pack-test","version":"1"}}}'
says "MCP answers on stdio" '"serverInfo"' bash -c "(echo '$initialize'; sleep 3) | '$keepsake' mcp"

echo "pack: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
