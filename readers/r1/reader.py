"""R1, the reconstruction reader: a text becomes operation-chain problems.

The flow: tokens and numerals, tags, clauses, cues, mentions, the question's
demand, terms, relations, and the chain problem. Every cue that bears arithmetic
is claimed on the way or the reading refuses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from models.chain import MAX_READINGS, ChainProblem
from models.expression import evaluate
from models.outcome import Missing, Refusal
from models.quantity import Cue, Problem, Question, Reading, Relaxation, SetAside
from readers.document import Document, read_document
from readers.lexicon import Lexicon, load_lexicon
from readers.numbers import Numeral, NumeralOverflow, read_numerals
from readers.packs_numeric import NumericPacks, load_numeric_packs
from readers.r1.accounting import grounding, unread
from readers.r1.assemble import Assembler
from readers.r1.choices import Choices
from readers.r1.clauses import Clause, split_clauses
from readers.r1.cues import FoundCue, find_cues, relational_cues
from readers.r1.mentions import Mention, MentionReader
from readers.r1.packs import load_comparatives
from readers.r1.question import Demand, QuestionReader, load_question_pack
from readers.r1.plan import Planner
from readers.r1.relations import Resolver
from readers.r1.selection import Asked
from readers.r1.target import TargetFinder
from readers.r1.terms import Term, TermBuilder, quantity_of
from readers.r1.words import Tag, Tagger, Word
from readers.vocabulary import Vocabulary, load_vocabulary

NAME = "R1"
FAMILIES = ("signs", "licences", "target")
DECISIVE = ("licences", "choice:than", "choice:antecedent", "choice:base", "choice:elided", "choice:question.elided")


@dataclass(frozen=True, slots=True)
class Analysis:
    """All that is read before any choice is made."""

    document: Document
    numerals: tuple[Numeral, ...]
    words: tuple[Word, ...]
    clauses: tuple[Clause, ...]
    cues: tuple[FoundCue, ...]
    mentions: tuple[Mention, ...]
    demand: Demand
    licensing: tuple[Cue, ...]
    lexicon: Lexicon
    units: NumericPacks
    vocabulary: Vocabulary


def read(text: str) -> Problem | Refusal:
    """The preferred reading of ``text`` and its relaxations, or a typed refusal."""
    analysis = analyse(text)
    if isinstance(analysis, Refusal):
        return analysis
    choices = Choices()
    reading = build(analysis, choices)
    if isinstance(reading, Refusal):
        return reading
    loose, met = grounding(analysis, frozenset(choices.labels))
    if loose > 1:
        return Refusal("question_ungrounded", Missing.KNOWLEDGE, "the question's words name no amount", (reading.question.span,))
    doubts = (("grounding", loose == 0), ("question verb", met))
    return Problem(NAME, text, reading, tuple(_relaxations(analysis, choices)), doubts)


def analyse(text: str) -> Analysis | Refusal:
    """Tokens to demand; nothing here depends on a choice."""
    lexicon, units, vocabulary = load_lexicon(), load_numeric_packs(), load_vocabulary()
    document = read_document(text)
    try:
        numerals = read_numerals(document, units)
    except NumeralOverflow as error:
        return Refusal("too_many_quantities", Missing.SKILL, str(error), (error.span,))
    words = Tagger(lexicon, vocabulary).tag(document, numerals)
    clauses = split_clauses(document, words)
    cues = find_cues(document, words)
    comparatives = load_comparatives()
    demand = QuestionReader(document, words, clauses, cues, units, comparatives, load_question_pack(), lexicon).read()
    if isinstance(demand, Refusal):
        return demand
    mentions = MentionReader(words, clauses, units, comparatives).read(numerals)
    licensing = (*(c.cue for c in cues), *relational_cues(document, words, numerals, lexicon, units, comparatives))
    return Analysis(document, numerals, words, clauses, cues, mentions, demand, licensing, lexicon, units, vocabulary)


def _relaxations(analysis: Analysis, choices: Choices) -> list[Relaxation]:
    """Each choice point flipped once, then each constraint family loosened."""
    flips = [(f"choice:{name}", {name: k}, "") for name, n in sorted(choices.seen.items()) for k in range(1, n)]
    loose: list[tuple[str, dict[str, int], str]] = [(family, {}, family) for family in FAMILIES]
    found = []
    for family, picks, relaxed in [*loose, *flips][:MAX_READINGS]:
        reading = build(analysis, Choices(picks, relaxed))
        if isinstance(reading, Reading):
            found.append(Relaxation(family, reading, family.rpartition(":")[0] in DECISIVE or family in DECISIVE))
    return found


def build(analysis: Analysis, choices: Choices) -> Reading | Refusal:
    """One reading under the given choices."""
    claimed: set[int] = set()
    builder = TermBuilder(
        analysis.words, analysis.clauses, analysis.mentions, analysis.lexicon,
        analysis.units, load_comparatives(), choices, analysis.cues, analysis.demand.first, analysis.demand.noun, claimed,
    )  # fmt: skip
    terms = builder.build()
    choices.labels |= {label for t in terms for label in t.labels | t.owners | t.recipients}
    words = load_question_pack().sets
    demand = analysis.demand
    nouns = frozenset({demand.noun}) - {""}
    asked = demand.labels | demand.modifiers | nouns
    resolved = Resolver(builder, {t.ident: t for t in terms}, set(), words["rest"], words["joint"], asked, nouns, demand.original).resolve()
    if isinstance(resolved, Refusal):
        return resolved
    assembler = _assembler(analysis, builder, choices, resolved.hidden, resolved.terms)
    built = assembler.build(resolved.terms)
    if isinstance(built, Refusal):
        return built
    refusal = unread(analysis, claimed)
    if refusal:
        return refusal
    quantities = tuple(quantity_of(t, m.numeral.span) for t, m in zip(terms, analysis.mentions, strict=True))
    valued = _valued(built.chain, {q.ident: q.value for q in quantities})
    question = Question(assembler.span, built.unit, (analysis.demand.noun,), built.aggregation)
    mentioned = {m.index for m in analysis.mentions}
    aside = tuple(SetAside(n.span, n.aside or "names a group") for i, n in enumerate(analysis.numerals) if i not in mentioned)
    integral = all(analysis.units.unit_of(n) is None for n in built.unit.numerator) and not built.unit.is_rate
    return Reading(
        NAME, quantities, analysis.licensing, question, aside, valued,
        tuple(sorted(choices.picks.items())), False, integral,
    )  # fmt: skip


def _assembler(analysis: Analysis, builder: TermBuilder, choices: Choices, hidden: frozenset[str], terms: Sequence[Term]) -> Assembler:
    demand, words = analysis.demand, analysis.words
    span = words[demand.first].span.cover(words[demand.last - 1].span)
    clause = analysis.clauses[demand.clause]
    owners = builder.subject_labels(demand.subject, clause)
    entries = analysis.lexicon.verb_classes(demand.verb)
    verb_class = entries[0].verb_class if entries else ""
    polarity = entries[0].polarity if entries else 0
    rest = _rest_asked(analysis, builder)
    people = any(builder.is_person(o) or analysis.lexicon.is_role(o) for o in owners)
    nouns = frozenset(w.lemma for w in words[demand.first : demand.last] if w.tag is Tag.NOUN and not analysis.lexicon.is_role(w.lemma))
    place = frozenset() if people else nouns & demand.labels - {demand.noun}
    sharing = any(c.kind == "share" and c.first < demand.first for c in analysis.cues)
    planner = Planner(words, demand, choices, owners, place, verb_class, polarity, bool(rest), sharing, span)
    finder = TargetFinder(demand, analysis.lexicon, analysis.units, choices, rest, builder.comparatives.day_parts, span)
    asked = _asked(analysis, builder, owners, terms)
    return Assembler(words, analysis.cues, analysis.mentions, demand, asked, analysis.units, choices, finder, planner, hidden, builder.comparatives.day_parts, span)


def _rest_asked(analysis: Analysis, builder: TermBuilder) -> frozenset[str]:
    """What a statement says of the rest, if the question asks for it; claims that word."""
    demand = analysis.demand
    asked = {w.lemma for w in analysis.words[demand.first : demand.last] if w.tag in (Tag.NOUN, Tag.ADJECTIVE, Tag.VERB, Tag.NAME)}
    for cue in analysis.cues:
        if cue.kind != "rest" or demand.first <= cue.first < demand.last:
            continue
        clause = next(c for c in analysis.clauses if c.first <= cue.first < c.last)
        said = {w.lemma for w in analysis.words[cue.last : clause.last] if w.tag in (Tag.NOUN, Tag.ADJECTIVE, Tag.VERB, Tag.NAME)}
        own = [m for m in analysis.mentions if m.clause == analysis.clauses.index(clause)]
        numbered = any(m.first > cue.first or m.base[0] <= cue.first < m.base[1] for m in own)
        if said & asked and not numbered:
            builder.claimed.update(range(cue.first, cue.last))
            return frozenset(said)
    return frozenset()


def _asked(analysis: Analysis, builder: TermBuilder, owners: frozenset[str], terms: Sequence[Term]) -> Asked:
    """The question's words that can tell terms apart."""
    demand = analysis.demand
    inside = analysis.words[demand.first : demand.last]
    known = frozenset().union(*(t.owners | t.labels for t in terms))
    names = frozenset(w.lemma for w in inside if w.tag is Tag.NAME) | frozenset(o for o in owners if builder.is_person(o))
    words = demand.labels | demand.modifiers | owners | ({demand.noun} if demand.noun else frozenset())
    labels = frozenset(w for w in words if analysis.units.unit_of(w) is None)
    plural = any((p := analysis.lexicon.pronoun(w.lower)) is not None and p.number == "plural" for w in inside)
    people = frozenset(o for o in owners if builder.is_person(o))
    measures = frozenset(w.lemma for w in analysis.words if analysis.units.unit_of(w.lower) is not None)
    return Asked(names & known, labels, demand.verb, plural, people, owners, measures, analysis.words[demand.first].sentence)


def _valued(problem: ChainProblem, values: dict[str, Fraction]) -> ChainProblem:
    """Leaves with the exact value of their expression."""
    leaves = tuple(replace(leaf, value=evaluate(leaf.expression, values)) for leaf in problem.leaves)
    return replace(problem, leaves=leaves)
