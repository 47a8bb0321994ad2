"""The targets of trust: what a school must be able to rely on, and what proves it.

A new proof is one line here: the test's name among the target's proofs; what it proves goes from `missing`. Guards hold
that each named test exists.
"""

from __future__ import annotations

from tests.trust.target import Target

B = "tests/browser"
C = "tests/classroom"
G = "tests/guards"
PAGES = f"{C}/blueprints"
SERVICES = f"{C}/services"

SECURITY = (
    Target(
        "S1",
        "each requirement of ASVS 5.0 (levels 1 and 2) has a test, a document, or a reason",
        "all that apply",
        missing=("no such list exists",),
    ),
    Target(
        "S2",
        "a safe first start: one private key, no default account, a set-up page that closes",
        "no exception",
        (
            f"{C}/instance/test_instance.py",
            f"{PAGES}/test_setup.py",
            f"{C}/cli/test_commands.py::test_debug_mode_is_refused",
            f"{C}/cli/test_commands.py::test_a_short_key_is_refused",
        ),
    ),
    Target(
        "S3",
        "no secret leaves the server: other hands, the order of the deck, answers, right spaces, others' misses",
        "0 of 200 games with marked secrets, in every channel",
        (
            f"{PAGES}/test_canaries.py",
            f"{PAGES}/test_private_misses.py",
            "tests/engine/test_view.py",
        ),
        ("200 games", "chi-square of ids, order, sizes, and times against answers", "exit ticket, print, and logs"),
    ),
    Target(
        "S4",
        "who may do what: every route × method × person, own and foreign objects",
        "all routes, 0 unexpected answers",
        (f"{G}/test_permission_matrix.py", f"{G}/test_co_teacher.py"),
    ),
    Target(
        "S5",
        "the server owns the rules: forged moves change nothing",
        "0 changes in 10,000 random sequences",
        (f"{G}/test_requests.py", f"{SERVICES}/play/test_moves.py", "tests/engine/test_properties.py"),
        ("10,000 random sequences over HTTP against a model",),
    ),
    Target(
        "S6",
        "whatever is typed stays text, and no request breaks the server",
        "0 scripts run, 0 errors 500 in 100,000 requests",
        (
            f"{G}/test_fuzz.py",
            f"{G}/test_names_in_any_script.py",
            f"{G}/test_odd_ids_on_postgres.py",
            f"{G}/test_templates.py::test_escaping_is_switched_off_only_for_a_reason",
        ),
        ("100,000 requests (`make fuzz`: 20,000)",),
    ),
    Target(
        "S7",
        "guesses are counted exactly, over processes and restarts, and lock no class out",
        "exact; 0 of 200 sign-ins at once refused beside an attack",
        (
            f"{SERVICES}/accounts/test_rate_limit.py",
            f"{SERVICES}/accounts/test_student_sign_in.py",
            f"{SERVICES}/accounts/test_guess_probability.py",
            f"{SERVICES}/accounts/test_postgres.py",
            "tests/sign_in/test_burst.py",
        ),
        ("200 at once (`make sign-in-burst`)",),
    ),
    Target(
        "S8",
        "class codes, PINs, pictures, and login cards can't be guessed, and stand in no address or log",
        "code ≥29 bits, card ≥128 bits, pictures ≥43,680",
        (
            f"{SERVICES}/accounts/test_login_cards.py",
            f"{SERVICES}/accounts/test_guess_probability.py::test_there_are_as_many_secrets_as_the_limits_say",
            f"{PAGES}/test_cards.py",
            f"{B}/test_login_cards.py",
        ),
    ),
    Target(
        "S9",
        "the next student on a device sees nothing of the one before, by Back, Forward, or another tab",
        "0 of 60 trials",
        (f"{B}/test_shared_devices.py::test_after_signing_out_back_shows_nothing", f"{B}/test_one_person.py"),
        ("60 trials, among them the end of a class and a duplicated tab",),
    ),
    Target(
        "S10",
        "sign-ins end: by time, by signing out, by the teacher; a copied cookie is worth nothing then",
        "student 20 min, teacher 30 min without use; 0 exceptions",
        (f"{SERVICES}/accounts/test_logins.py", f"{PAGES}/test_auth.py"),
    ),
    Target(
        "S11",
        "no other site can act for someone who is signed in, and no link changes anything",
        "100 % refused, 0 writing GETs",
        (
            f"{G}/test_permission_matrix.py::test_nobody_posts_without_a_token",
            f"{G}/test_permission_matrix.py::test_a_token_of_somebody_else_is_none",
            f"{G}/test_permission_matrix.py::test_no_other_method_does_what_a_post_does",
            f"{C}/web/test_https.py",
        ),
        ("that no GET writes",),
    ),
    Target(
        "S12",
        "files in and out: no formula in an export, no file breaks the import",
        "0 formulas, 0 crashes, 200 rows ≤2 s",
        (
            f"{SERVICES}/rosters/test_fuzz.py",
            f"{SERVICES}/rosters/test_spreadsheets.py",
            f"{SERVICES}/rosters/test_tables.py",
            f"{SERVICES}/rosters/test_oneroster.py",
            f"{PAGES}/test_report_files.py",
        ),
    ),
    Target(
        "S13",
        "strict headers on every answer, and nothing from elsewhere",
        "the exact policy on every route; 0 violations in the browser",
        (f"{C}/web/test_security.py", f"{C}/web/test_https.py", f"{B}/test_every_page.py"),
    ),
    Target(
        "S14",
        "no student plays as another without the teacher knowing",
        "a second device at a seat is shown in ≤2 s",
        (f"{PAGES}/test_hand_over_log.py", f"{PAGES}/test_card_sign_in.py"),
        ("a second device is shown",),
    ),
    Target(
        "S15",
        "an unknown name and a wrong password look alike, and take as long",
        "same text, status, and size; medians <5 ms apart",
        (
            f"{PAGES}/test_auth.py::test_a_wrong_password_and_an_unknown_name_look_alike",
            f"{SERVICES}/accounts/test_passwords.py::test_an_unknown_name_takes_as_long_as_a_wrong_password",
        ),
        ("medians of 2,000 sign-ins",),
    ),
    Target(
        "S16",
        "packages: pinned, hashed, listed, without known holes",
        "all; ≤15 direct ones; 0 known holes",
        (f"{G}/test_requirements.py", f"{G}/test_vendored.py"),
        ("an audit against a list of known holes",),
        short_of=("20 direct packages",),
    ),
    Target(
        "S17",
        "scans of the code and of a running server find nothing, and find planted faults",
        "0 findings",
        missing=("a crawler in three roles", "planted faults"),
    ),
    Target(
        "S18",
        "slow, large, and many requests hold no one up",
        "p95 of pages ≤2 × normal; bodies >64 KiB refused",
        (
            "tests/crash/test_slow_clients.py",
            f"{C}/web/test_body_limits.py",
            f"{C}/web/test_stream.py",
            f"{C}/serving/test_slow_clients.py",
            f"{SERVICES}/accounts/test_hash_pool.py",
        ),
        ("5,000 sockets", "500 joining bots"),
    ),
    Target(
        "S19",
        "an activity log of who did what, which no one can change, and no secrets in logs",
        "all actions, 0 secrets",
        (
            f"{SERVICES}/test_audit_log.py",
            f"{PAGES}/test_activity.py",
            f"{C}/web/test_errors.py::test_a_statement_that_fails_tells_no_log_what_it_was_about",
            "tests/lesson/test_seating.py",
        ),
        ("a search of all logs of the whole suite",),
    ),
    Target(
        "S20",
        "what to do after an incident: one command each",
        "each ≤60 s",
        (f"{C}/cli/test_commands.py::test_incident_commands_end_what_may_be_abused",),
    ),
)

PRIVACY = (
    Target("P1", "each column of the database has a purpose, a class, and a time after which it goes", "100 %"),
    Target(
        "P2",
        "nothing is requested from anywhere else",
        "0 other hosts",
        (
            f"{G}/test_files.py::test_no_file_names_a_package_registry_or_cdn",
            f"{C}/web/test_security.py::test_whatever_can_be_opened_as_a_page_has_every_policy",
            f"{B}/test_every_page.py",
        ),
    ),
    Target("P3", "all about one student or class as a file that a parent can read", "≤3 clicks, ≤10 s"),
    Target(
        "P4",
        "what is deleted is gone from every file",
        "0 bytes found; backups ≤35 days",
        (f"{SERVICES}/test_erasing.py", "tests/field_failures/test_deleted_names.py"),
    ),
    Target("P5", "data go by themselves after a time that the school chooses", "as set, with a warning 14 days before"),
    Target(
        "P6",
        "private by default: no leaderboard with names, no view across classes, local voices only",
        "0 exceptions",
        (f"{B}/test_support.py", f"{PAGES}/test_projector.py", f"{PAGES}/test_missing.py"),
    ),
    Target("P7", "documents: for schools, for children, and for the records of a school", "all there"),
)

RELIABILITY = (
    Target(
        "R1",
        "kill -9 under load, at random moments and at each step of a move",
        "0 moves lost, doubled, or invented; again up ≤2 s; 8 of 8 steps",
        (
            "tests/crash/test_kill.py",
            "tests/crash/test_two_servers.py",
            "tests/crash/test_killed_moves.py::test_on_sqlite",
            "tests/crash/test_killed_moves.py::test_on_postgres",
        ),
        ("100,000 moves (`make crash` takes more than CI)",),
    ),
    Target(
        "R2",
        "planted faults are caught by the tests that guard against them",
        "all",
        ("tests/crash/test_killed_moves.py::test_a_twin_with_a_fault_is_caught",),
    ),
    Target(
        "R3",
        "power loss: what was acknowledged is on the disk",
        "at least one fsync for each commit",
        missing=("counts of fsync", "torn logs"),
    ),
    Target(
        "R4",
        "disk full or read-only: said at once, nothing lost, goes on without a restart",
        "≤5 s",
        (
            f"{PAGES}/test_admin.py::test_a_full_disk_is_said_before_it_is_full",
            f"{C}/web/test_database_errors.py",
        ),
        ("a disk that fills up during a lesson",),
    ),
    Target(
        "R5",
        "a locked database: a move waits, then is sent again",
        "0 lost, 0 errors 500, also after 30 s",
        (
            f"{G}/test_requests.py::test_a_locked_database_is_told_and_nothing_is_lost",
            f"{C}/web/test_errors.py::test_a_busy_database_is_503_with_a_time_to_come_back",
        ),
        ("30 s at a real server",),
    ),
    Target(
        "R6",
        "two moves for one space at once: one counts",
        "one winner in each of 10,000 races",
        (
            f"{SERVICES}/play/test_moves.py::test_of_many_at_once_one_wins",
            f"{SERVICES}/test_postgres.py",
        ),
        ("10,000 races",),
    ),
    Target(
        "R7",
        "a move sent twice counts once, and another move with the same key is refused",
        "0 doubled",
        (
            f"{SERVICES}/play/test_moves.py::test_a_move_posted_twice_counts_once_and_gives_the_same_answer",
            "tests/field_failures/test_moves.py::test_the_same_move_posted_twice_is_one_move",
            f"{B}/test_sending.py",
        ),
    ),
    Target(
        "R8",
        "a move for a board that has changed is refused, and the board is shown",
        "never applied",
        (
            f"{SERVICES}/play/test_moves.py::test_a_stale_or_forged_version_changes_nothing",
            "tests/field_failures/test_coming_back.py",
        ),
    ),
    Target(
        "R9",
        "reloading, another device, or a lost cookie: the same hand, seat, and results",
        "100 % of 500 trials",
        ("tests/field_failures/test_coming_back.py",),
        ("500 trials",),
    ),
    Target(
        "R10",
        "network cuts: every page shows the present game again",
        "500 cuts, ≤5 s, 0 updates lost",
        (f"{B}/test_sending.py", f"{B}/test_polling.py", f"{B}/test_shared_devices.py"),
        ("500 cuts with times",),
    ),
    Target(
        "R11",
        "PostgreSQL restarts, dies, or cuts lines: pages say so, and go on by themselves",
        "0 lost, 0 doubled",
        ("tests/crash/test_database_restart.py", f"{C}/web/test_database_errors.py"),
        ("a standby that takes over",),
    ),
    Target(
        "R12",
        "the database is upgraded and taken back with its rows, also if killed halfway",
        "counts equal, ≤30 s for a year of a school",
        (
            f"{G}/test_migrations.py",
            f"{SERVICES}/maintenance/test_upgrades.py",
            "tests/crash/test_kill_in_upgrade.py",
        ),
        ("a year of data", "PostgreSQL"),
    ),
    Target(
        "R13",
        "backups under load can be restored, and hold what was acknowledged",
        "20 of 20",
        (f"{C}/cli/test_backup.py",),
        ("20 backups under 200 students", "checksums"),
    ),
    Target(
        "R14",
        "a clock that jumps deletes nothing and orders nothing",
        "±1 day, −2 h: 0 moves, sign-ins, or lock-outs lost",
        (f"{SERVICES}/play/test_turns.py::TestTime::test_nobody_waits_for_hours_where_the_clock_was_set_back",),
        ("sign-ins and lock-outs",),
    ),
    Target(
        "R15",
        "random lessons against a model",
        "0 errors 500 and 0 broken invariants in 10,000",
        ("tests/engine/test_machine.py", f"{G}/test_fuzz.py"),
        ("a whole lesson as a state machine",),
    ),
    Target(
        "R16",
        "reports are an exact recount of the logs",
        "difference 0",
        (
            "tests/lesson/test_lesson.py",
            f"{SERVICES}/play/test_attempts.py",
            f"{C}/reports/test_students.py",
        ),
    ),
    Target(
        "R17",
        "hours of lessons: memory, threads, and files stay as they are",
        "memory +≤5 % after 30 min",
        missing=("60 min with a result (`make soak`)",),
    ),
    Target(
        "R18",
        "speed under load",
        "p95 of a move ≤250 ms with 200 students",
        missing=("`make crowd` and `make bench` print it; nothing compares it here",),
    ),
    Target(
        "R19",
        "a stop asks pages to come back, and loses no move",
        "0 failed moves, pause ≤3 s",
        (
            f"{C}/serving/test_streams.py::test_a_stop_ends_every_feed",
            f"{C}/serving/test_slow_clients.py::test_nothing_of_an_answer_is_lost_at_a_stop",
            f"{C}/cli/test_serving.py",
        ),
        ("a stop while a class plays",),
    ),
    Target(
        "R20",
        "a start refuses damaged data in one sentence, with the command that helps",
        "each case; nothing deleted",
        (
            f"{SERVICES}/maintenance/test_upgrades.py",
            f"{C}/cli/test_commands.py::test_a_file_that_is_no_database_is_refused_and_kept",
            f"{C}/instance/test_instance.py",
        ),
        ("little room on the disk",),
    ),
)

TARGETS = (*SECURITY, *PRIVACY, *RELIABILITY)
