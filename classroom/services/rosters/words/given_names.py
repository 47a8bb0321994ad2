"""Frequent given and family names that are rarely the other: they tell the order of names without comma or headings."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from classroom.services.rosters.words.vocabulary import words

_FEWEST = 3
"""Fewer names that are known say nothing about a list."""
_NOT_IN_NAMES = re.compile(r'[,:"0-9]')
"""Names with a comma tell their order; titles of lists have the others."""
_SHARE_OF_GIVEN = 0.3
"""Of the names of a class, at least this proportion is frequent."""
_FEWEST_SORTED = 2
"""If the list is also sorted by the first words."""
_SHARE = 0.4
"""The proportion of names whose last word must be known."""
_INITIAL = re.compile(r"[A-ZÀ-Þ]\.?")
_SHARE_OF_INITIALS = 0.25
_MOST_OPPOSED = 0.1
"""The proportion of known names that may be the first word instead."""
_LISTED = words(
    # English
    "emma olivia ava sophia isabella mia amelia emily abigail ella scarlett chloe lily hannah zoe zoey layla lillian "
    "natalie addison aubrey brooklyn savannah claire skylar lucy anna caroline genesis samantha sarah sara allison "
    "gabriella alice madelyn ariana ruby eva audrey bella hailey haley kaylee maya katherine catherine elizabeth "
    "jessica ashley amanda jennifer melissa nicole stephanie rachel rebecca megan kayla lauren julia molly sophie liam "
    "noah ethan jacob aiden elijah matthew joshua christopher andrew caleb luke evan gavin zachary jeremiah brandon "
    "justin kevin eric jason brian steven timothy nicholas jonathan samuel dylan aaron jayden landon sebastian leo ivy "
    "olive nora stella violet penelope hazel kaitlyn caitlin brianna jasmine jocelyn madeline madeleine isaiah elise "
    "harper jayla kendra latisha tyrell deandre annabelle colton cameron kimberly michelle danielle vanessa victoria "
    "valerie angela erin heather kelsey makayla gianna eliana naomi josephine delilah alina adalyn everleigh maeve "
    "margaret ruth judith emmett grayson jaxon jaxson asher silas oscar tristan adrian declan "
    # African American, African, South and East Asian names in the United States
    "aaliyah imani nia zaria kiara ebony keisha latoya tamika deshawn dequan demetrius terrell tyrese chioma ngozi "
    "amara oluwaseun abena efua zuri thandi priya anjali kavya ananya aarav neha pooja divya meera zara rania salma "
    "yasmin leila yuki haruto aiko kenji emilio esteban joaquin renata itzel xiomara paloma marisol "
    # Spanish and Portuguese
    "maria jose juan luis carlos jorge pedro pablo diego alejandro javier fernando ricardo eduardo roberto miguel "
    "rafael manuel sergio andres raul ivan mateo emiliano valentina camila sofia lucia paula carmen ana isabel laura "
    "marta elena andrea daniela mariana fernanda ximena guadalupe nerea irene rocio pilar beatriz joao thiago "
    "guilherme gustavo larissa leticia rodrigo caio enzo vitoria giovanna ines lourdes yolanda consuelo adriana "
    "alejandra gabriela carolina natalia veronica patricia monica claudia "
    # German and Dutch
    "finn jonas maximilian max lukas luca elias moritz jakob niklas tim tom fabian tobias johannes lena lea lara "
    "leonie marie johanna clara charlotte frieda ida mathilda luisa emilia nele greta pia jana katharina franziska "
    "annika svenja anke heike jurgen jorg sven uwe stefan matthias andreas markus christoph daan sem lotte sanne femke "
    "anouk fleur bram thijs jeroen pieter joris maarten willem hendrik marieke "
    # French and Italian
    "jules theo mathis antoine camille manon jade louise juliette oceane maelys mathilde pauline margaux elodie celine "
    "aurelie giulia francesca chiara martina alessia giorgia aurora matteo alessandro francesco davide riccardo "
    "tommaso edoardo giuseppe giovanni federico filippo simone gaia elisa silvia valeria pietro antonio gabriele "
    "samuele leonardo stefano paolo nicolo vittoria beatrice ginevra noemi ludovica arianna "
    # Central and Northern Europe
    "zofia zuzanna jan hanna maja oliwia alicja jakub szymon filip kacper wojciech mateusz michal piotr krzysztof "
    "tomasz pawel katarzyna agnieszka malgorzata jiri petr ondrej vojtech tereza eliska adela katerina matej bence "
    "mate levente dominik aron botond zoltan istvan laszlo gabor ferenc attila balazs zsofia lili boglarka zsuzsanna "
    "katalin erzsebet eszter reka aino eero onni vaino helmi sanni elsa astrid ingrid sigrid freja lars bjorn erik "
    "mikkel rasmus soren magnus ioana andreea alexandra stefania mihai andrei ionut bogdan antoni ignacy franciszek "
    "stanislaw aleksander mikolaj nikodem pola roberts karlis gustavs elza emilija arben drita vesa besa ardit ugne "
    "ivana petra regina iker brais uxia "
    # Turkish and Arabic
    "mehmet ahmet emre ayse fatma zeynep elif emine hatice merve busra fatima aisha khadija maryam zainab amina "
    # Russian and Ukrainian
    "анна мария елена ольга наталья татьяна ирина светлана екатерина юлия дарья анастасия полина виктория александр "
    "сергей дмитрий алексей андрей михаил иван максим никита артем илья кирилл павел петр николай владимир олена "
    "наталія оксана тетяна ірина олександр сергій андрій михайло іван марія софія вікторія дарина злата мілана соломія "
    "данило дмитро назар богдан тимофій матвій "
    # Greek
    "γιωργος γεωργιος γιαννης ιωαννης κωνσταντινος κωστας δημητρης δημητριος νικος νικολαος παναγιωτης βασιλης χρηστος "
    "ελενη μαρια αικατερινη κατερινα βασιλικη σοφια αγγελικη ευαγγελια αναστασια ιωαννα χριστινα δεσποινα"
)

_LISTED_FAMILY = words(
    # English; not those that are given names, too, such as Thomas, Taylor, and Carter
    "smith johnson williams brown jones miller davis wilson anderson moore thompson white robinson walker wright hill "
    "adams baker roberts phillips evans turner edwards collins stewart morris murphy rogers morgan cooper peterson "
    "bailey reed kelly howard cox ward richardson watson brooks wood bennett hughes price myers sanders ross foster "
    "powell jenkins perry russell sullivan bell coleman butler henderson barnes fisher simmons patterson reynolds "
    "hamilton graham wallace woods cole west owens freeman wells webb simpson stevens tucker porter hunter hicks "
    # Spanish and Portuguese
    "garcia rodriguez martinez hernandez lopez gonzalez perez sanchez ramirez torres flores rivera gomez diaz reyes "
    "morales ortiz gutierrez chavez ramos ruiz alvarez mendoza vasquez vazquez castillo jimenez moreno romero herrera "
    "medina aguilar vargas castro guzman mendez munoz salazar soto delgado pena rios alvarado contreras guerrero "
    "fernandez dominguez navarro molina suarez ferreira oliveira pereira rodrigues gomes almeida carvalho "
    # German, French, Italian, Slavic
    "muller schmidt schneider fischer weber meyer wagner becker schulz hoffmann koch bauer richter schroder neumann "
    "schwarz zimmermann braun kruger hartmann lange dubois moreau lefebvre rousseau fournier girard rossi ferrari "
    "esposito bianchi ricci greco nowak kowalski wisniewski novak horvat petrov ivanov "
    # Asian
    "nguyen tran pham huynh vo patel shah gupta sharma mehta reddy tanaka suzuki sato takahashi watanabe yamamoto "
    "nakamura zhang huang zhao zhou kim park choi jung jeong kang yoon jang shin kwon hwang ahn ryu hong"
)
_FAMILY_ENDINGS = tuple(
    words(
        "енко чук ськии ська цькии цька скии ская ов ев ова ева οπουλος οπουλου ιδης ιδου αδης αδου ακης ακη ιου "  # noqa: RUF001
        "wski wska lski lska nski nska icz enko shvili adze opoulos escu eanu oglu dottir sson strom qvist kvist lund "
        "gren holm dahl berg elli etti ucci nen sen ez auskas "
        "enas aite yte iute iene iqi"
    )
)
"""Of names that are no given names in Eastern, Northern, and Southern Europe."""
_SHORTEST_WITH_ENDING = 5
"""Not Inez and Лев."""
_SLAVIC_ENDING = ("ić", "ová", "iņš")
"""Without accents, they may end given names: Cedric."""


@lru_cache(maxsize=10_000)
def _bare(word: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFKD", word.casefold()) if not unicodedata.combining(sign))


_GIVEN = frozenset(map(_bare, _LISTED))
_FAMILY = frozenset(map(_bare, _LISTED_FAMILY))


def is_given(word: str) -> bool:
    """Return whether a word is a frequent given name, with or without its accents."""
    return _bare(word) in _GIVEN


def begin_names(names: Iterable[str]) -> bool:
    """Return whether a good part of full names begins with frequent given names."""
    first = [words[0] for words in map(str.split, names) if words]
    return bool(first) and sum(map(is_given, first)) >= _SHARE_OF_GIVEN * len(first)


def begin_second(pairs: Iterable[tuple[str, str]]) -> bool:
    """Return whether frequent given names begin some of the second names, and none of the first: "Line leader", "Ana".

    >>> begin_second([("Line Leader", "Tilly Arden"), ("Door Holder", "Ana King")])
    True
    """
    known = [[is_given(name.split()[0]) for name in pair if name.split()] for pair in pairs]
    return any(one[1:] == [True] for one in known) and not any(one[:1] == [True] for one in known)


def _likelihood(word: str) -> int:
    """Return 1 for a frequent given name, -1 for a frequent family name, 0 for others."""
    bare = _bare(word)
    return (bare in _GIVEN) - (bare in _FAMILY or _has_family_ending(bare) or word.endswith(_SLAVIC_ENDING))


def _has_family_ending(bare: str) -> bool:
    return len(bare) >= _SHORTEST_WITH_ENDING and bare.endswith(_FAMILY_ENDINGS)


def end_names(names: Iterable[str]) -> bool:
    """Return whether full names end with a given name: "Becker Anna"."""
    split = [
        list(filter(_has_letter, name.partition("(")[0].split()))
        for name in names
        if _NOT_IN_NAMES.search(name) is None
    ]
    written = [words for words in split if len(words) > 1]
    return _have_initials_behind_two(written) or are_last((words[0], _known_of(words[1:])) for words in written)


def _has_letter(word: str) -> bool:
    return any(map(str.isalpha, word))


def _known_of(words: Sequence[str]) -> str:
    """Return the first given name among words: "Walker Jayden Michael"."""
    return next(filter(is_given, words), words[-1])


def _have_initials_behind_two(names: Sequence[Sequence[str]]) -> bool:
    """Return whether names end with an initial behind two words, as in "Abrams Molly K", and none behind one."""
    ends = [len(words) for words in names if _INITIAL.fullmatch(words[-1])]
    return len(ends) >= max(2, _SHARE_OF_INITIALS * len(names)) and min(ends) > 2


def are_last(pairs: Iterable[tuple[str, str]], *, fewest: int = _FEWEST) -> bool:
    """Return whether the second words are given names, and the first ones family names.

    :param fewest: the number of known names that say so.

    >>> are_last([("Becker", "Anna"), ("Koch", "Emma"), ("Meyer", "Finn"), ("Weber", "Ansgar")])
    True
    """
    pairs = list(pairs)
    likely = [(_likelihood(first), _likelihood(last)) for first, last in pairs]
    last = sum(one < other for one, other in likely)
    first = sum(one > other for one, other in likely)
    if first == 0 and last >= max(_FEWEST_SORTED, _SHARE * len(pairs)) and _are_sorted_by_first(pairs):
        return True
    return last >= max(fewest, _SHARE * len(pairs)) and first <= _MOST_OPPOSED * last


def _are_sorted_by_first(pairs: Sequence[tuple[str, str]]) -> bool:
    """Return whether the first words are in alphabetical order, as family names mostly are, and the second are not."""
    orders = [[_bare(word) for word in words] for words in zip(*pairs, strict=True)]
    return len(pairs) >= _FEWEST and [order == sorted(order) for order in orders] == [True, False]


def have_no_family_names(names: Iterable[str]) -> bool:
    """Return whether all names are first names, some of two words or with an initial: Jo, Ella M., Juan Pablo."""
    written = [words for words in map(str.split, names) if words]
    single = [words for words in written if len(words) == 1 or _INITIAL.fullmatch(words[-1])]
    return len(single) * 2 > len(written) and all(words in single or all(map(is_given, words)) for words in written)


def have_two_family_names(names: Iterable[str]) -> bool:
    """Return whether the third words of most longer names are given names, and the second ones are not.

    >>> have_two_family_names(["García López María", "Hernández Cruz Lucía", "Pérez Soto Iván", "Gil Ana"])
    True
    """
    longer = [words for words in map(str.split, names) if len(words) > 2 and "," not in "".join(words)]
    return are_last(((words[1], words[2]) for words in longer), fewest=_FEWEST_SORTED)
