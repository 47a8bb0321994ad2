from __future__ import annotations

import pytest

from classroom.services.errors import ErrorCode, NameErrorCode, ServiceError
from classroom.services.names import LONGEST_KEY, MAX_NAME, clean_name, fold_name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ana", "Ana"),
        ("  Ana \t K. ", "Ana K."),
        ("A\u0301na", "Ána"),
        ("O’Brien-Łukasz", "O’Brien-Łukasz"),
        ("=1+1", "=1+1"),
        ("@home", "@home"),
        ("<b>Bold</b>", "<b>Bold</b>"),
        ("محمد ع", "محمد ع"),
        ("\u200fعلي", "\u200fعلي"),
        ("🦊", "🦊"),
        ("7", "7"),
        ("Ma\u00adria\u200b\ufeff K.", "Maria K."),
        ("x" * MAX_NAME, "x" * MAX_NAME),
    ],
)
def test_a_name_is_cleaned_to_one_line_with_single_spaces(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("", NameErrorCode.NAME_EMPTY),
        (" \t\u00a0 ", NameErrorCode.NAME_EMPTY),
        ("x" * (MAX_NAME + 1), NameErrorCode.NAME_TOO_LONG),
        ("x" * 500, NameErrorCode.NAME_TOO_LONG),
        ("Ana\0", NameErrorCode.NAME_NOT_TEXT),
        ("Ana\x1b[2J", NameErrorCode.NAME_NOT_TEXT),
        ("\u202eevE", NameErrorCode.NAME_NOT_TEXT),
        ("\u2066Eve", NameErrorCode.NAME_NOT_TEXT),
        ("\u200b\u200b", NameErrorCode.NAME_EMPTY),
        ("\ue000", NameErrorCode.NAME_NOT_TEXT),
    ],
)
def test_invalid_names_are_refused(typed: str, problem: ErrorCode) -> None:
    with pytest.raises(ServiceError) as caught:
        clean_name(typed)
    assert caught.value.code is problem


@pytest.mark.parametrize("typed", ["Ana", "ana ", "  ANA", "\0ana"])
def test_names_that_differ_in_case_and_spaces_are_equal(typed: str) -> None:
    assert fold_name(typed) == "ana"


def test_names_that_differ_in_accents_are_different() -> None:
    assert fold_name("Ána") != fold_name("Ana")
    assert fold_name("A\u0301na") == fold_name("Ána")


@pytest.mark.parametrize("sign", ["ß", "İ", "ﬃ", "ΐ", "ﷺ", "Ω", "x"])
def test_every_folded_name_fits_its_column(sign: str) -> None:
    assert len(fold_name(clean_name(sign * MAX_NAME))) <= LONGEST_KEY
