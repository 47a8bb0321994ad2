"""Targets of security."""

from __future__ import annotations

from tests.trust.target import Target

B = "tests/browser"
C = "tests/classroom"
G = "tests/guards"
PAGES = f"{C}/blueprints"
SERVICES = f"{C}/services"
T = "tests/trust"

SECURITY = (
    Target(
        "S1",
        "each requirement of ASVS 5.0 (levels 1 and 2) has a test, a document, or a reason",
        "all that apply",
        (f"{G}/test_asvs.py",),
    ),
    Target(
        "S2",
        "a safe first start: one private key, no default account, a setup page that closes",
        "no exceptions",
        (
            f"{C}/instance/test_instance.py",
            f"{PAGES}/test_setup.py",
            f"{C}/cli/test_commands.py::test_debug_mode_is_refused",
            f"{C}/cli/test_commands.py::test_a_short_key_is_refused",
        ),
    ),
    Target(
        "S3",
        "secrets stay on the server: other hands, the order of the deck, answers, correct spaces, others' misses",
        "0 of 200 games with marked secrets, in every channel",
        (
            f"{PAGES}/test_canaries.py",
            f"{PAGES}/test_private_misses.py",
            "tests/engine/test_view.py",
            f"{T}/test_marked_games.py",
            f"{T}/test_marked_tickets.py",
        ),
    ),
    Target(
        "S4",
        "permissions: every route × method × person, with their own and others' objects",
        "all routes, 0 unexpected answers",
        (f"{G}/test_permission_matrix.py", f"{G}/test_co_teacher.py"),
    ),
    Target(
        "S5",
        "the server owns the rules: forged moves change nothing",
        "0 changes in 10,000 random sequences",
        (
            f"{G}/test_requests.py",
            f"{SERVICES}/play/test_moves.py",
            "tests/engine/test_properties.py",
            f"{T}/test_forged_moves.py",
        ),
        long=(f"{T}/test_forged_moves.py",),
    ),
    Target(
        "S6",
        "input is never run as code, and no request breaks the server",
        "0 scripts run, 0 errors 500 in 100,000 requests",
        (
            f"{G}/test_fuzz.py",
            f"{G}/test_names_in_any_script.py",
            f"{G}/test_odd_ids_on_postgres.py",
            f"{G}/test_templates.py::test_escaping_is_turned_off_only_for_a_reason",
        ),
        long=(f"{G}/test_fuzz.py",),
    ),
    Target(
        "S7",
        "guesses are counted exactly, across processes and restarts, and can't lock a class out",
        "exact; 0 of 200 sign-ins at once refused beside an attack",
        (
            f"{SERVICES}/accounts/test_rate_limit.py",
            f"{SERVICES}/accounts/test_student_sign_in.py",
            f"{SERVICES}/accounts/test_guess_probability.py",
            f"{SERVICES}/accounts/test_postgres.py",
            "tests/sign_in/test_burst.py",
        ),
        long=("tests/sign_in/test_burst.py",),
    ),
    Target(
        "S8",
        "class codes, PINs, pictures, and login cards can't be guessed, and are in no address or log",
        "code ≥29 bits, card ≥128 bits, pictures ≥43,680",
        (
            f"{SERVICES}/accounts/test_login_cards.py",
            f"{SERVICES}/classes/test_school_classes.py",
            f"{SERVICES}/accounts/test_guess_probability.py::test_the_number_of_secrets_matches_the_limits",
            f"{PAGES}/test_cards.py",
            f"{B}/test_login_cards.py",
        ),
    ),
    Target(
        "S9",
        "the next student on a device sees nothing of the one before, by Back, Forward, or another tab",
        "0 of 60 trials",
        (
            f"{B}/test_shared_devices.py::test_after_signing_out_back_shows_nothing",
            f"{B}/test_one_person.py",
            f"{B}/test_many_hand_overs.py",
        ),
    ),
    Target(
        "S10",
        "sign-ins end by time, by signing out, or by the teacher; a copied cookie no longer works then",
        "after 20 min (students) or 30 min (teachers) without use; 0 exceptions",
        (f"{SERVICES}/accounts/test_logins.py", f"{PAGES}/test_auth.py"),
    ),
    Target(
        "S11",
        "no other site can act for someone who is signed in, and no link changes anything",
        "100 % refused; GETs write nothing but those listed with a reason",
        (
            f"{G}/test_permission_matrix.py::test_each_person_gets_the_status_in_the_table",
            f"{G}/test_permission_matrix.py::test_no_one_posts_without_a_token",
            f"{G}/test_permission_matrix.py::test_someone_elses_token_is_rejected",
            f"{G}/test_permission_matrix.py::test_no_other_method_does_what_a_post_does",
            f"{C}/web/test_https.py",
        ),
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
        "strict headers on every response, and nothing from other hosts",
        "the exact policy on every route; 0 violations in the browser",
        (f"{C}/web/test_security.py", f"{C}/web/test_https.py", f"{B}/test_every_page.py"),
    ),
    Target(
        "S14",
        "no student plays as another without the teacher knowing",
        "a second device at a seat is shown in ≤2 s",
        (
            f"{PAGES}/test_missing.py::TestDevices::test_a_second_device_is_shown_at_once_and_signed_out",
            f"{PAGES}/test_hand_over_log.py",
            f"{PAGES}/test_card_sign_in.py",
        ),
    ),
    Target(
        "S15",
        "an unknown name and a wrong password give the same response, in the same time",
        "same text, status, and size; medians <5 ms apart",
        (
            f"{PAGES}/test_auth.py::test_a_wrong_password_and_an_unknown_name_look_alike",
            f"{SERVICES}/accounts/test_passwords.py::test_an_unknown_name_takes_as_long_as_a_wrong_password",
            f"{T}/test_sign_in_times.py",
        ),
    ),
    Target(
        "S16",
        "packages: pinned, hashed, listed, without known vulnerabilities",
        "all; ≤15 direct ones; 0 known vulnerabilities",
        (f"{G}/test_requirements.py", f"{G}/test_vendored.py", f"{G}/test_audit.py"),
        ("vulnerabilities published after the list in use",),
        long=(f"{G}/test_audit.py::test_no_pinned_package_has_a_known_vulnerability",),
    ),
    Target(
        "S17",
        "scans of the code and of all pages in three roles find nothing, and find planted faults",
        "0 findings; all planted faults found",
        (f"{G}/test_scans.py",),
    ),
    Target(
        "S18",
        "slow, large, or many requests don't delay others",
        "p95 of pages ≤2 × normal or ≤50 ms; bodies >64 KiB refused",
        (
            "tests/crash/test_slow_clients.py",
            f"{C}/web/test_body_limits.py",
            f"{C}/web/test_stream.py",
            f"{C}/serving/test_slow_clients.py",
            f"{SERVICES}/accounts/test_hash_pool.py",
            f"{T}/test_joining_bots.py",
        ),
        long=("tests/crash/test_slow_clients.py",),
    ),
    Target(
        "S19",
        "an activity log that no one can change, and no secrets in logs",
        "all actions, 0 secrets",
        (
            f"{SERVICES}/test_audit_log.py",
            f"{PAGES}/test_activity.py",
            f"{C}/web/test_errors.py::test_a_failing_statement_does_not_log_its_values",
            f"{C}/web/test_refused_access.py",
            "tests/lesson/test_lesson.py",
            "tests/lesson/test_seating.py",
        ),
    ),
    Target(
        "S20",
        "one command for each kind of incident",
        "each ≤60 s",
        (f"{C}/cli/test_commands.py::test_incident_commands_end_sign_ins_and_cards",),
    ),
)
