# Every target that builds installs first what the system lacks, and only that.

BUILD_PACKAGES := libncurses-dev libsqlite3-dev libsimdjson-dev
TEST_PACKAGES := libvterm-dev tmux

# Static Swift libraries: the program starts in half the time and runs where no Swift is installed.
# lld, because the default linker prints a warning of its own at every static link.
RELEASE := -c release --static-swift-stdlib --product mocoa -Xswiftc -use-ld=lld

.PHONY: run build test lint format bench ci help deps test-deps

help: ## say what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## build the program, and open its home screen
	@$(MAKE) --no-print-directory build >&2
	@"$$(swift build $(RELEASE) --show-bin-path)/mocoa" mocoa://home/

build: deps ## build the program for release
	swift build $(RELEASE)

test: deps test-deps ## build and run all tests
	swift build --build-tests --explicit-target-dependency-import-check error
	swift test --skip-build

lint: ## check the format of all sources; a finding is an error
	swift format lint --strict --recursive Sources Tests Package.swift

format: ## put all sources into the format
	swift format --in-place --recursive Sources Tests Package.swift

bench: deps ## measure, and print one JSON object a line
	swift run -c release mocoa-bench

ci: lint test ## what has to pass before a change lands

deps:
	@$(call install,$(BUILD_PACKAGES))

test-deps:
	@$(call install,$(TEST_PACKAGES))

# Installs those Debian packages of a list that are missing.
define install
command -v dpkg-query >/dev/null || { echo "no dpkg here; install what corresponds to: $(1)"; exit 0; }; \
missing=; for package in $(1); do \
  dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
done; \
if [ -n "$$missing" ]; then \
  if [ "$$(id -u)" = 0 ]; then as_root=; else as_root=sudo; fi; \
  echo "installing$$missing"; \
  export DEBIAN_FRONTEND=noninteractive; \
  $$as_root apt-get update -qq && $$as_root apt-get install -y -qq --no-install-recommends $$missing; \
fi
endef
