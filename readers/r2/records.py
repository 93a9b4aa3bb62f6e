"""What the clause reader hands from stage to stage: words, phrases, clauses.

Glossary. A *word* is one token with its part of speech, or all tokens of one numeral. A
*phrase* is a noun phrase with everything that belongs to it: how much of it (its
*quantity*), whose it is, per what it is meant. A *quantity* is recursive: "5 more than
twice as many as Bob" is a surplus over a multiple of what Bob has. A *clause* is a verb
group with its subject, its other arguments and its adverbs. An *argument* stands in a
syntactic *role*: subject, object, indirect, complement, adverbial or prepositional. What
no rule took up is the *residue* of its clause.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from models.span import Span
from readers.numerals_record import Numeral


class Tag(Enum):
    """Parts of speech, as far as the clause grammar tells them apart."""

    NOUN = "noun"
    NAME = "name"
    PRONOUN = "pronoun"
    DETERMINER = "determiner"  # the, a, each, every, all, both, some, no, this, his, another ...
    ADJECTIVE = "adjective"
    ADVERB = "adverb"
    VERB = "verb"
    AUXILIARY = "auxiliary"  # be, have, do where another verb follows them; be also as main verb is VERB
    MODAL = "modal"
    PREPOSITION = "preposition"
    COORDINATOR = "coordinator"
    SUBORDINATOR = "subordinator"
    RELATIVE = "relative"
    QUESTION = "question"  # how, what, which, who
    NUMBER = "number"
    TO = "to"  # before an infinitive
    NEGATION = "negation"
    PARTICLE = "particle"  # up, away: belongs to the verb
    POSSESSIVE = "possessive"  # 's
    EXPLETIVE = "expletive"  # there is
    PUNCTUATION = "punctuation"
    SYMBOL = "symbol"
    OTHER = "other"


class Shape(Enum):
    """How a word is inflected."""

    NONE = ""
    SINGULAR = "singular"
    PLURAL = "plural"
    BASE = "base"
    THIRD = "third"  # eats
    PAST = "past"
    PARTICIPLE = "participle"  # eaten, or "ed" where the grammar asks for the participle
    GERUND = "gerund"
    COMPARATIVE = "comparative"
    SUPERLATIVE = "superlative"


@dataclass(frozen=True, slots=True)
class Word:
    """Tokens ``first`` (inclusive) to ``last`` (exclusive) with their part of speech.

    ``place`` is the index in the list of words; ``numeral`` is set where ``tag`` is NUMBER
    (and its tokens may include a measure, such as "$5" or "20 %").
    """

    place: int
    first: int
    last: int
    span: Span
    sentence: int
    text: str
    lower: str
    lemma: str
    tag: Tag
    shape: Shape = Shape.NONE
    numeral: Numeral | None = None


class Degree(Enum):
    """How a quantity is given."""

    COUNT = "count"  # a numeral: 5 apples, $5, half a cup
    UNKNOWN = "unknown"  # some, several, a few; also bounds: at least 5 (hedged)
    TIMES = "times"  # twice as many as R; 3 times the number of R; half as many as R; double R
    MORE = "more"  # N more than R; also 20 % more than R; "another 5", "5 more" have no reference
    LESS = "less"  # N less / fewer than R
    PART = "part"  # half of R, 20 % of R, 1/3 of R, 3 of R
    REST = "rest"  # the rest (of R), the remaining R, the others
    ALL = "all"  # all (of) R, every one of R
    SAME = "same"  # the same number as R, as many as R, equal to R
    THAT = "that"  # that many, that amount, this much
    NONE = "none"  # no apples, none of R


@dataclass(frozen=True, slots=True)
class Quantity:
    """How much of a phrase there is.

    ``word`` is the NUMBER word that it consumes (5, twice, half, 20 %), None where there is
    none (the rest, the same number). ``inner`` is the quantity that this one is built on
    ("5 more than twice ..." is MORE with inner TIMES, whose reference is what follows);
    ``reference`` is what follows as, than or of. A reference is a phrase, or a clause where
    a verb stands in it ("than she bought", "as Tom has"); "" words are elided. ``cues`` are the
    places of the words that express it besides the numeral (more, than, as, many, rest).
    """

    degree: Degree
    word: Word | None = None
    inner: Quantity | None = None
    reference: Phrase | Clause | None = None
    cues: tuple[int, ...] = ()
    hedge: str = ""  # lemma of at least, up to, about, more than (a bound)
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Per:
    """A denominator: "per hour", "a day", "every 2 weeks", "for every 3 pens", "each".

    ``phrase`` is None for a bare "each" or "apiece" behind its amount. ``word`` is the
    place of the word that opens it.
    """

    word: int
    phrase: Phrase | None = None


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase, or an amount standing for one.

    ``head`` is the lemma of its noun ("" where elided, as in "bought 5 more"); money has the
    head dollar, cent, euro; a measure ("3 cups of flour", "5 miles") has the measure as head.
    ``modifiers`` are lemmas of what stands before the head, in order ("red", "fruit");
    ``owner`` is the possessor (Tom's, his, "of" where a person follows); ``of`` what follows
    "of" otherwise (a box of pens, a total of 5 pens). ``members`` is set for a coordination
    ("Tom and Mary", "5 pens and 3 books"), which then has no head of its own. ``tails`` are
    prepositional phrases that belong to the noun ("the boxes in the attic"). ``name`` is the
    text of a proper name; ``pronoun`` the lower-case pronoun. ``first`` and ``last`` are
    places of words, half open, of everything inside.
    """

    first: int
    last: int
    span: Span
    head: str = ""
    plural: bool = False
    determiner: str = ""
    modifiers: tuple[str, ...] = ()
    quantity: Quantity | None = None
    owner: Phrase | None = None
    of: Phrase | None = None
    per: tuple[Per, ...] = ()
    members: tuple[Phrase, ...] = ()
    joint: str = ""  # the coordinator between the members: and, or
    tails: tuple[Argument, ...] = ()
    attribute: tuple[Phrase, ...] = ()  # measures before the noun: a 5-gallon bucket, a $20 bill
    name: str = ""
    pronoun: str = ""


class Modality(Enum):
    """Whether what a clause says holds."""

    ACTUAL = "actual"
    NEED = "need"  # needs, wants, has to, must, plans to, would like to
    CAPACITY = "capacity"  # can, could, is able to, has room for
    HYPOTHETICAL = "hypothetical"  # would, could have, if only


@dataclass(frozen=True, slots=True)
class VerbGroup:
    """Auxiliaries, adverb-free verb and particle; ``lemma`` is that of the main verb.

    ``tense`` is past, present, future, infinitive, gerund or participle; ``perfect`` is
    set for have + participle, ``passive`` for be/get + participle. For "needs to buy" and "wants to
    buy" the lemma is buy and the modality NEED, for "started to read", "decided to buy", "went to
    buy" it is read, buy with ``through`` holding start, decide, go.
    """

    lemma: str
    first: int
    last: int
    span: Span
    particle: str = ""
    tense: str = "present"
    perfect: bool = False
    passive: bool = False
    negated: bool = False
    modality: Modality = Modality.ACTUAL
    through: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Argument:
    """A phrase in its role; ``preposition`` is "" unless the role is prepositional.

    ``role`` is object, indirect, complement (after be, become: "the price is $5", or an
    adjective measure "is 5 feet tall"), adverbial (a bare time or measure: yesterday,
    every day, 5 days a week, twice a day, each day), prepositional. ``clause`` is set, and
    ``phrase`` None, where a verb follows the preposition ("after eating 5 apples").
    """

    role: str
    phrase: Phrase | None = None
    preposition: str = ""
    clause: Clause | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question asks for.

    ``word`` is how many, how much, how long, how old, how far, how often, how tall ..., what, which,
    who, when, what fraction, what percent; ``phrase`` what follows it ("apples", "more money",
    "the total cost") with its own quantity (MORE for "how many more"), None where nothing
    follows; ``role`` where it stands in the clause: object, subject, complement, adverbial or
    prepositional. For "what is the total number of X" the phrase is the complement asked for.
    For "find / calculate / determine the total" the word is find.
    """

    word: str
    phrase: Phrase | None
    role: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Clause:
    """One verb with what belongs to it.

    ``kind`` is main, question, relative, if, when, after, before, while, because, until,
    that, infinitive, gerund, so, but or verbless ("Twice as many in May."); ``parent`` is the index of the clause
    on which it depends, or -1; ``antecedent`` is the phrase that a relative clause modifies.
    ``subject`` is filled in from the clause before where coordination elides it ("ate 5
    and sold 3"), then ``inherited`` is set. ``adverbs`` and ``residue`` are places of words;
    ``existential`` is "there is".
    A question has ``asked``.
    """

    index: int
    sentence: int
    kind: str
    first: int
    last: int
    span: Span
    verb: VerbGroup | None = None
    subject: Phrase | None = None
    inherited: bool = False
    existential: bool = False
    arguments: tuple[Argument, ...] = ()
    adverbs: tuple[int, ...] = ()
    asked: Asked | None = None
    antecedent: Phrase | None = None
    parent: int = -1
    residue: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Parse:
    """A text as words and clauses, clauses in text order, the question among them."""

    text: str
    words: tuple[Word, ...]
    clauses: tuple[Clause, ...]
