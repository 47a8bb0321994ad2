# Commands for developers. To run the app, you don't need make: `python3 run.py` starts the app, `python3 run.py test` runs the tests.
PYTHON ?= .venv/bin/python
export PYTHONPATH := $(CURDIR)

.DEFAULT_GOAL := help
.PHONY: components pictures product-pictures budgets profile audit flat help install check static format-check format lint types contracts test test-all test-postgres test-seeds nightly coverage messages sso-provider open-edx privacy-inventory requirements access trust trust-long bench bench-peers crash upgrade-crash full-class slow-clients cells crowd streams sign-in-burst hash-attack soak fuzz playthroughs ladder mutation simulation dealing-study bench-school planted-school sbom wheel deb image try-wheel try-deb try-image try-compose

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

install: ## create .venv with everything that tests and checks need
	@python3 run.py test --version

check: static test-all ## what every change must pass: format, lint, types, tests

static: format-check lint types ## everything in check except the tests

format-check: ## check the formatting
	$(PYTHON) -m ruff format --check .

format: ## format, and fix what the linter can fix
	$(PYTHON) -m ruff format .
	$(PYTHON) -m ruff check --fix .

lint: ## ruff
	$(PYTHON) -m ruff check .

types: ## mypy, strict
	$(PYTHON) -m mypy

contracts: ## the import contracts
	$(PYTHON) -c 'from importlinter.cli import lint_imports_command as lint; lint()' --no-cache

BABEL := $(PYTHON) -m babel.messages.frontend -q
QUICK := not (browser or crash or lesson or postgres or slow)
test: ## the quick tests, for everyday work: no browser, no PostgreSQL, no server under load
	python3 run.py test -m "$(QUICK)"

test-all: ## the tests that CI runs
	python3 run.py test

SEEDS ?= 2 3 4
test-seeds: ## every test in other orders and with other seeds, to find tests that pass by luck (SEEDS="2 3 4")
	for seed in $(SEEDS); do TEST_SEED=$$seed python3 run.py test || exit 1; done

nightly: ## every test, including nightly ones, with a random seed (printed) and larger samples than in CI
	seed=$$($(PYTHON) -c "import secrets; print(secrets.randbelow(2**32))") && \
	    echo "To repeat this: TEST_SEED=$$seed make test-all" && \
	    NIGHTLY=1 TEST_SEED=$$seed SEQUENCE_FUZZ_STEPS=60000 SEQUENCE_MACHINE_GAMES=60 FUZZ_EXAMPLES=500 ROSTER_EXAMPLES=100 \
	    SIMULATION_STUDENTS=40 LANGUAGE_MOVES=16 EVERY_PAGE=all python3 run.py test
	$(MAKE) test-postgres crash upgrade-crash sign-in-burst

coverage: ## branch coverage of the quick and slow tests; fails below the floor
	$(PYTHON) -m coverage erase
	$(PYTHON) -m coverage run -m pytest --workers auto \
	    -m "not (browser or crash or lesson or postgres)"; passed=$$?; \
	$(PYTHON) -m coverage combine --quiet && $(PYTHON) -m coverage report && exit $$passed

POSTGRES_TIER := tests/classroom/services tests/classroom/blueprints tests/classroom/reports tests/classroom/presenters
test-postgres: ## tests of services and pages on PostgreSQL instead of SQLite
	TEST_DATABASE=postgresql python3 run.py test $(POSTGRES_TIER) -m "not (postgres or browser or lesson)"

# Builds are reproducible: the same commit gives the same bytes.
export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null)

wheel: ## the wheel in dist/, for pip, pipx, and uv
	rm -f dist/sequence_classroom-*.whl
	$(PYTHON) -m hatchling build --target wheel --directory dist

deb: wheel ## the Debian package in dist/, for the Debian this runs on (needs debhelper, python3-pip, and python3-venv)
	packaging/deb/build dist/sequence_classroom-*.whl

# One at a time, because dash's `command -v` looks only for the first.
IMAGE_BUILDER ?= $(shell for one in podman docker buildah; do command -v $$one && break; done)
image: wheel ## the image sequence-classroom, with podman, docker, or buildah (IMAGE_OPTIONS="--build-arg BASE=…")
	@test -n "$(IMAGE_BUILDER)" || { echo "Install podman, docker, or buildah first."; exit 1; }
	$(IMAGE_BUILDER) build $(if $(findstring docker,$(IMAGE_BUILDER)),,--format docker) $(IMAGE_OPTIONS) \
	    --file packaging/image/Containerfile --tag sequence-classroom .

try-wheel: ## install the wheel in a fresh Debian, run a lesson, upgrade, restore, uninstall (as root, with debootstrap)
	$(PYTHON) -m tests.install wheel

try-deb: ## the same with the Debian package and systemd (needs lintian and systemd-container too)
	$(PYTHON) -m tests.install deb

try-image: ## the same with the image, without a daemon (needs buildah and runc too)
	$(PYTHON) -m tests.install image

try-compose: ## a lesson with the Compose file, on PostgreSQL and through Caddy (needs podman, podman-compose, runc, netavark, and aardvark-dns)
	$(PYTHON) -m tests.install compose

sbom: ## the dependencies of the app as a CycloneDX SBOM: build/sbom.json
	$(PYTHON) -m tests.supply

audit: ## known vulnerabilities of all pinned packages, from local advisories: ADVISORIES=<folder or zip of OSV files>
	$(PYTHON) -m tests.supply.audit

access: ## every accessibility target: the measurement, and whether it is met (ONLY=pages, table, or suite, ACCESS_EVERY=10)
	$(PYTHON) -m tests.access

trust: ## every target of security, privacy, and reliability: the proof, and whether it is met (ONLY=R or ONLY=S7,R1)
	$(PYTHON) -m tests.trust

trust-long: ## the proofs that take minutes or an hour, for the same page (ONLY=R17; all: four hours on an idle machine)
	TRUST_LONG=1 $(PYTHON) -m tests.trust

bench: ## engine, page and move cost, time to the last screen, memory: one table
	$(PYTHON) -m tests.benchmarks

budgets: ## what pages cost on a slow Chromebook: a line for each budget, a quarter of an hour (ONLY=load, updates, or teachers)
	$(PYTHON) -m tests.benchmarks.budgets

profile: ## the cost of a move by function
	$(PYTHON) -m tests.benchmarks.move_profile

PEERS_PYTHON ?= $(PYTHON)
bench-peers: ## random games beside those of OpenSpiel and python-chess, which you install separately (it says how)
	$(PEERS_PYTHON) -m tests.benchmarks.peers

crash: ## the large crash tests: 60 students, 30 times kill -9 on each database and through PgBouncer, 5 restarts of the database
	NIGHTLY=1 CRASH_STUDENTS=60 CRASH_KILLS=30 LOCK_SECONDS=30 CRASH_DATABASES="sqlite postgresql pgbouncer" DATABASE_RESTARTS=5 $(PYTHON) -m pytest -s tests/crash

upgrade-crash: ## kill -9 at each step of an upgrade of the database, and of moving data to the user's folder
	NIGHTLY=1 UPGRADE_KILLS=all $(PYTHON) -m pytest -s tests/crash/test_kill_in_upgrade.py tests/classroom/instance/test_relocation.py

full-class: ## 36 students at 9 tables for a lesson of 45 minutes, teacher's page and projector open
	NIGHTLY=1 FULL_CLASS_MINUTES=45 $(PYTHON) -m pytest -s tests/field_failures/test_full_class.py

sign-in-burst: ## 200 students sign in at once, alone and next to 60 wrong tries a second: is anyone refused?
	NIGHTLY=1 BURST_STUDENTS=200 $(PYTHON) -m pytest -s tests/sign_in

hash-attack: ## page latency while thirty threads try passwords of unknown teachers
	$(PYTHON) -m tests.sign_in.hash_attack

slow-clients: ## 1,200 slow, half-open or silent connections of each kind for 45 s: how long do pages take?
	NIGHTLY=1 TRUST_BARS=1 SLOW_CLIENTS=1200 SLOW_SECONDS=45 $(PYTHON) -m pytest -s tests/crash/test_slow_clients.py

cells: ## two whole cells behind HAProxy, one of them killed with -9: does the other notice? (CELL_STUDENTS=8 CELL_SECONDS=6)
	NIGHTLY=1 $(PYTHON) -m pytest -s tests/cells

crowd: ## 500 to 3,000 students with open pages: latency of a move to the last screen (CROWD="1x500 2x3000")
	$(PYTHON) -m tests.benchmarks.crowd

flat: ## does a move cost more at 2,500 tables, or after 1,000,000 moves? (FLAT_DATABASES="sqlite postgresql")
	$(PYTHON) -m tests.benchmarks.flat

streams: ## 10,000 pages that only listen: memory, CPU, and latency of our own streams and of Pushpin (STREAM_WAYS="own pushpin gunicorn")
	$(PYTHON) -m tests.benchmarks.streams

soak: ## lessons one after the other for 20 minutes (SOAK_MINUTES): does the server's memory grow?
	$(PYTHON) -m tests.benchmarks.soak

fuzz: ## 20,000 random requests
	FUZZ_EXAMPLES=20000 $(PYTHON) -m pytest --timeout 3600 tests/guards/test_fuzz.py

fuzz-rosters: ## 20,000 rosters of all kinds
	ROSTER_EXAMPLES=20000 $(PYTHON) -m pytest --timeout 3600 tests/classroom/services/rosters/test_fuzz.py

playthroughs: ## regenerate the engine's golden playthroughs; review the diff before committing
	$(PYTHON) -m tests.engine.playthroughs

ladder: ## every level of bots against the one below, 3,000 games each
	$(PYTHON) -m tests.engine.ladder

mutation: ## mutation tests of the rules: which mutants survive? (an hour at most)
	$(PYTHON) -m tests.engine.mutation

bench-school: ## pages of a school with a million answers, the first after a restart too (SCHOOL_ATTEMPTS=100000: smaller)
	$(PYTHON) -m tests.benchmarks.school_year

planted-school: ## what reports say about simulated classes with one planted effect each (ten minutes) (PLANTED_CLASSES=12)
	$(PYTHON) -m tests.planted

simulation: ## simulated students compare ways of dealing equations (a minute or two)
	$(PYTHON) -m tests.simulation

dealing-study: ## compare the current dealing policy with the first one, under five plans (half an hour on two cores)
	$(PYTHON) -m tests.benchmarks.dealing_study

messages: ## update the catalogs from the texts in the code, and compile them
	mkdir -p build
	$(BABEL) extract --mapping-file pyproject.toml --keyword lazy_gettext --keyword lazy_pgettext:1c,2 \
	    --add-comments Translators: --add-location file --sort-output --width 120 --output-file build/messages.pot .
	$(BABEL) update --input-file build/messages.pot --output-dir classroom/translations --width 120 \
	    --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date
	$(BABEL) compile --directory classroom/translations

components: ## every component in every state, as one page to open in a browser
	$(PYTHON) -m tests.pictures

pictures: ## screenshots of every page, every state of a game, and animations in PICTURES=<folder>
	$(PYTHON) -m tests.pictures.sheets

product-pictures: ## renew the pictures of the README and the docs from a fresh demo
	$(PYTHON) -m tests.pictures.product

sso-provider: ## a student signs in by the npm package oidc-provider, installed in a temporary folder (needs node and npm)
	folder=$$(mktemp -d) && npm install --silent --prefix $$folder oidc-provider@9 && OIDC_PROVIDER=$$folder NIGHTLY=1 $(PYTHON) -m pytest \
	    tests/classroom/sso/test_oidc_provider.py; status=$$?; rm -rf $$folder; exit $$status

open-edx: ## Open edX opens this app as an LMS, by its package lti-consumer-xblock in a temporary folder
	folder=$$(mktemp -d) && python3 -m venv $$folder && $$folder/bin/pip install --quiet lti-consumer-xblock==11.4.4 cryptography && \
	    OPEN_EDX=$$folder/bin/python NIGHTLY=1 $(PYTHON) -m pytest tests/classroom/lti/test_open_edx.py; status=$$?; rm -rf $$folder; exit $$status

privacy-inventory: ## write docs/privacy-inventory.md from classroom/models/inventory.toml
	$(PYTHON) -m tests.privacy_inventory

requirements: ## regenerate the pinned, hashed requirements from pyproject.toml (needs uv)
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	    --constraint packaging/constraints.txt pyproject.toml --output-file requirements.txt
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	    --constraint requirements.txt --extra postgres --extra gunicorn --extra metrics --extra sso --group test pyproject.toml \
	    --output-file requirements-test.txt
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	    --constraint requirements-test.txt --extra postgres --extra metrics --extra sso pyproject.toml --output-file packaging/requirements.txt
	echo uv | uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate - \
	    --output-file .ci/requirements.txt
