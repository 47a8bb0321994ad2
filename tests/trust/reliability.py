"""Targets of reliability."""

from __future__ import annotations

from tests.trust.target import Target

B = "tests/browser"
C = "tests/classroom"
G = "tests/guards"
PAGES = f"{C}/blueprints"
SERVICES = f"{C}/services"
T = "tests/trust"

RELIABILITY = (
    Target(
        "R1",
        "kill -9 under load, at random times and at each step of a move",
        "0 moves lost, duplicated, or invented; restart ≤2 s; 8 of 8 steps",
        (
            "tests/crash/test_kill.py",
            "tests/crash/test_two_servers.py",
            "tests/crash/test_killed_moves.py::test_on_sqlite",
            "tests/crash/test_killed_moves.py::test_on_postgres",
        ),
        long=("tests/crash/test_kill.py",),
    ),
    Target(
        "R2",
        "planted faults are caught by the tests that guard against them",
        "all",
        ("tests/crash/test_killed_moves.py::test_a_planted_fault_is_caught",),
    ),
    Target(
        "R3",
        "power loss: acknowledged moves are on the disk",
        "at least one fsync for each commit; 0 of 1,000 torn logs lose more than their end",
        ("tests/crash/test_power_loss.py",),
    ),
    Target(
        "R4",
        "disk full or read-only: reported at once, nothing lost, no restart needed",
        "≤5 s",
        (
            f"{PAGES}/test_admin.py::test_an_almost_full_disk_gets_a_warning",
            f"{C}/web/test_database_errors.py",
            "tests/crash/test_cannot_save.py",
            f"{T}/test_full_disk.py",
        ),
    ),
    Target(
        "R5",
        "a locked database: a move waits, and the page sends it again",
        "0 lost, 0 errors 500, also after 30 s",
        (
            f"{G}/test_requests.py::test_a_locked_database_is_reported_and_nothing_is_lost",
            f"{C}/web/test_errors.py::test_a_busy_database_gives_503_with_a_retry_time",
            "tests/crash/test_cannot_save.py",
        ),
    ),
    Target(
        "R6",
        "two moves to one space at the same time: one counts",
        "one winner in each of 10,000 races",
        (
            f"{SERVICES}/play/test_moves.py::test_one_of_many_simultaneous_moves_succeeds",
            f"{SERVICES}/test_postgres.py",
            f"{T}/test_races.py",
        ),
        long=(f"{T}/test_races.py",),
    ),
    Target(
        "R7",
        "a move sent twice counts once, and another move with the same key is refused",
        "0 duplicated",
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
        ("tests/field_failures/test_coming_back.py", f"{T}/test_returns.py"),
    ),
    Target(
        "R10",
        "network cuts: every page shows the current game again afterwards",
        "500 cuts, ≤5 s, 0 updates lost",
        (f"{B}/test_sending.py", f"{B}/test_polling.py", f"{B}/test_shared_devices.py", f"{B}/test_many_cuts.py"),
        long=(f"{B}/test_many_cuts.py",),
    ),
    Target(
        "R11",
        "PostgreSQL restarts, is killed, or drops connections: pages say so, and recover by themselves",
        "0 lost, 0 duplicated",
        ("tests/crash/test_database_restart.py", "tests/crash/test_standby.py", f"{C}/web/test_database_errors.py"),
    ),
    Target(
        "R12",
        "upgrades and downgrades keep all rows, even if they are killed halfway",
        "counts equal, ≤30 s for a year of a school",
        (
            f"{G}/test_migrations.py",
            f"{SERVICES}/maintenance/test_upgrades.py",
            "tests/crash/test_kill_in_upgrade.py",
            f"{T}/test_year_upgrade.py",
        ),
    ),
    Target(
        "R13",
        "backups made under load can be restored, and contain all acknowledged moves",
        "20 of 20",
        (f"{C}/cli/test_backup.py", f"{T}/test_backups_under_load.py"),
        long=(f"{T}/test_backups_under_load.py",),
    ),
    Target(
        "R14",
        "a clock that jumps deletes nothing and reorders nothing",
        "±1 day, −2 h: 0 moves, sign-ins, or lock-outs lost",
        (
            f"{C}/test_clock.py",
            f"{SERVICES}/play/test_turns.py::TestTime::test_a_clock_set_back_does_not_extend_turns",
        ),
    ),
    Target(
        "R15",
        "random lessons against a model",
        "0 errors 500 and 0 broken invariants in 10,000",
        ("tests/engine/test_machine.py", f"{G}/test_fuzz.py", f"{T}/test_random_lessons.py"),
        long=(f"{T}/test_random_lessons.py",),
    ),
    Target(
        "R16",
        "reports equal a recount of the logs",
        "difference 0",
        (
            "tests/lesson/test_lesson.py",
            f"{SERVICES}/play/test_attempts.py",
            f"{C}/reports/test_students.py",
        ),
    ),
    Target(
        "R17",
        "hours of lessons: memory, threads, and open files do not grow",
        "memory +≤5 % after 30 min",
        long=(f"{T}/test_soak.py",),
    ),
    Target(
        "R18",
        "speed under load",
        "p95 of a move ≤250 ms with 200 students",
        long=(f"{T}/test_crowd.py",),
    ),
    Target(
        "R19",
        "stopping the server loses no move, and pages reconnect",
        "0 failed moves, pause ≤3 s",
        (
            f"{C}/serving/test_streams.py::test_a_stop_ends_every_feed",
            f"{C}/serving/test_slow_clients.py::test_stopping_does_not_truncate_responses",
            f"{C}/cli/test_serving.py",
            f"{T}/test_stop_in_lesson.py",
        ),
    ),
    Target(
        "R20",
        "the server refuses to start with damaged data, and names the command that helps",
        "in each case; nothing deleted",
        (
            f"{SERVICES}/maintenance/test_upgrades.py",
            f"{C}/cli/test_commands.py::test_a_file_that_is_no_database_is_refused_and_kept",
            f"{C}/instance/test_instance.py",
            f"{C}/test_hosting.py",
        ),
    ),
)
