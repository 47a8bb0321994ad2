"""Files of unknown encoding: detected where certain, otherwise the teacher is asked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classroom.services.encodings import readings_of, shown_names

CZECH = "Jméno;Příjmení\nLukáš;Nováček\nŽofie;Dvořák\nOndřej;Šťastný\n"
POLISH = "Imię;Nazwisko\nŁukasz;Wójcik\nŻaneta;Kądziołka\n"
FRENCH = "Prénom;Nom\nAnaïs;Lemaître\nChloé;Cœurdelion\nGaëtan;Duœil\n"
SPANISH = "Nombre\nJosé Muñoz\nÍñigo Peláez\n"
SPANISH_OFFICE = "Alumno/a;Nº;Curso\nNúñez, Íñigo;1001;4º\nDel Río, Ana;1002;4ºB\n"
PORTUGUESE_OFFICE = "Nº;Nome;Turma\n1;João;4º A\n2;Conceição;1ª\n"
TURKISH = "Ad;Soyad\nAyşe;Yılmaz\nÇağrı;Öztürk\nDoğuş;Şahin\n"
RUSSIAN = "Имя\nИван Петров\nАглая Синицына\n"  # noqa: RUF001
JAPANESE = "名前\n山田太郎\n佐藤花子\n"
CHINESE = "姓名\n王小明\n欧阳锋\n"
TAIWANESE = "姓名\n陳怡君\n林志豪\n"
KOREAN = "이름\n김민준\n이서연\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_unicode_is_certain(encoding: str) -> None:
    content = CZECH.encode(encoding)
    found = readings_of(content)
    assert (content.decode(found.encodings[0]), len(found.encodings), found.is_sure) == (CZECH, 1, True)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", [JAPANESE, CHINESE, RUSSIAN, KOREAN])
def test_unicode_of_other_scripts_needs_no_mark(text: str, encoding: str) -> None:
    assert readings_of(text.encode(encoding)).encodings == (encoding,)


def test_a_stray_null_does_not_change_the_encoding() -> None:
    assert readings_of(b"Na\0me\nAna King\nBo\n").encodings == ("utf-8",)


def test_another_type_of_file_is_no_text() -> None:
    assert readings_of(b"SPSS\0\x1c\0\xff\xd8" + bytes(range(200))).encodings == ()


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (CZECH, "cp1250"),
        (POLISH, "cp1250"),
        (FRENCH, "cp1252"),
        (SPANISH, "mac_roman"),
        (SPANISH, "cp850"),
        (SPANISH_OFFICE, "cp1252"),
        (PORTUGUESE_OFFICE, "cp1252"),
        (TURKISH, "cp1254"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8_r"),
        (JAPANESE, "cp932"),
        (CHINESE, "gb18030"),
        (TAIWANESE, "big5"),
        (KOREAN, "cp949"),
    ],
)
def test_the_most_probable_encoding_is_right(text: str, encoding: str) -> None:
    content = text.encode(encoding)
    assert content.decode(readings_of(content).encodings[0]) == text


@pytest.mark.parametrize("encoding", ["cp1252", "cp1250"])
def test_one_letter_is_not_enough(encoding: str) -> None:
    name = {"cp1252": "Muñoz", "cp1250": "Muńoz"}[encoding]
    found = readings_of(f"Name\n{name}".encode(encoding))
    assert not found.is_sure
    assert {"cp1252", "cp1250"} <= set(found.encodings)


def test_an_ordinal_behind_a_period_is_no_letter() -> None:
    content = "N.º;Nome\n1;João\n2;Conceição\n".encode("cp1252")
    assert (readings_of(content).encodings[0], readings_of(content).is_sure) == ("cp1252", True)


def test_the_last_line_counts() -> None:
    content = "Név;Osztály\nNagy Ákos;4\nSzűcs Ödön;4\n".encode("iso8859_2")
    assert "Szűcs" in content.decode(readings_of(content).encodings[0])


def test_a_dash_inside_a_word_is_a_letter_in_another_encoding() -> None:
    content = "Nombre;Apellidos\rIñigo;Muñoz\rAna;García\rÓscar;Peña\r".encode("mac_roman")
    assert readings_of(content).encodings[0] == "mac_roman"


def test_names_that_differ_between_encodings_are_shown_once() -> None:
    assert list(shown_names("Ana Muñoz, José\nBo Muñoz")) == ["Muñoz", "José"]


@given(content=st.binary(max_size=200))
def test_every_offered_encoding_can_decode_the_file(content: bytes) -> None:
    for encoding in readings_of(content).encodings:
        content.decode(encoding)


def test_a_short_list_in_hebrew_is_not_read_as_one_in_cyrillic_letters_first() -> None:
    text = "נועה כהן\nאורי לוי\nתמר מזרחי\n"  # noqa: RUF001
    assert readings_of(text.encode("cp1255")).encodings[0] == "cp1255"


@pytest.mark.parametrize("encoding", ["cp1251", "koi8_r"])
def test_a_short_list_in_cyrillic_letters_is_read_first(encoding: str) -> None:
    assert readings_of("Анна Иванова\nПётр Смирнов\n".encode(encoding)).encodings[0] == encoding  # noqa: RUF001


def test_vietnamese_has_its_tones_behind_the_letters() -> None:
    content = "Ho\u0323 và tên\nNguyê\u0303n Thi\u0323 Hô\u0300ng\nTrâ\u0300n Văn Đa\u0323t\n".encode("cp1258")
    assert (readings_of(content).encodings[0], readings_of(content).is_sure) == ("cp1258", True)
