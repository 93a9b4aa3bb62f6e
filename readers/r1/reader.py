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
from models.span import Span
from readers.document import Document, read_document
from readers.lexicon import Lexicon, load_lexicon
from readers.numbers import Numeral, NumeralOverflow, read_numerals
from readers.packs_numeric import NumericPacks, load_numeric_packs
from readers.r1.accounting import grounding, unread
from readers.r1.assemble import Assembler, Built
from readers.r1.building import build_terms
from readers.r1.choices import Choices
from readers.r1.clauses import Clause, split_clauses
from readers.r1.cues import FoundCue, find_cues, relational_cues
from readers.r1.mentions import Mention, MentionReader
from readers.r1.packs import Grammar, load_comparatives, load_grammar
from readers.r1.plan import Planner
from readers.r1.question import Demand, QuestionReader, load_question_pack
from readers.r1.referents import is_person, subject_labels
from readers.r1.relations import Resolved, resolve
from readers.r1.scene import Scene
from readers.r1.selection import Asked
from readers.r1.target import TargetFinder
from readers.r1.terms import Term, quantity_of
from readers.r1.words import Tag, Tagger, Word
from readers.r1.workbench import Workbench
from readers.vocabulary import Vocabulary, load_vocabulary

NAME = "R1"
BOUNDED = "computationally_bounded"
FAMILIES = ("signs", "licences", "target")
DECISIVE = ("licences", "choice:than", "choice:antecedent", "choice:base", "choice:elided", "choice:question.elided")


@dataclass(frozen=True, slots=True)
class Analysis:
    """All that is read of a text before any choice is made; ``licensing`` are the cues of the model."""

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
    grammar: Grammar


def read(text: str) -> Problem | Refusal:
    """The preferred reading of ``text`` and its relaxations, or a typed refusal."""
    analysis = analyse(text)
    if isinstance(analysis, Refusal):
        return analysis
    choices = Choices()
    reading = build(analysis, choices)
    if isinstance(reading, Refusal):
        return reading
    loose, close, met = grounding(analysis, frozenset(choices.labels))
    if loose > 1:
        return Refusal(
            "question_ungrounded", Missing.KNOWLEDGE, "the question's words name no amount", (reading.question.span,)
        )
    doubts = (("grounding", close), ("question verb", met))
    plans = _plans(choices)
    if len(plans) >= MAX_READINGS:
        detail = f"{len(plans) + 1} readings, at most {MAX_READINGS} are tried"
        return Refusal(BOUNDED, Missing.SKILL, detail, (reading.question.span,))
    return Problem(NAME, text, reading, tuple(_relaxations(analysis, plans)), doubts)


def analyse(text: str) -> Analysis | Refusal:
    """Tokens to demand; nothing here depends on a choice."""
    lexicon, units, vocabulary = load_lexicon(), load_numeric_packs(), load_vocabulary()
    grammar = load_grammar()
    document = read_document(text)
    try:
        numerals = read_numerals(document, units)
    except NumeralOverflow as error:
        return Refusal("too_many_quantities", Missing.SKILL, str(error), (error.span,))
    words = Tagger(lexicon, vocabulary, grammar).tag(document, numerals)
    clauses = split_clauses(document, words)
    cues = find_cues(document, words)
    comparatives = load_comparatives()
    demand = QuestionReader(
        document, words, clauses, cues, units, comparatives, grammar, load_question_pack(), lexicon
    ).read()
    if isinstance(demand, Refusal):
        return demand
    mentions = MentionReader(words, clauses, units, comparatives, grammar).read(numerals)
    licensing = (*(c.cue for c in cues), *relational_cues(document, words, numerals, lexicon, units, comparatives))
    return Analysis(
        document, numerals, words, clauses, cues, mentions, demand, licensing, lexicon, units, vocabulary, grammar
    )


def _plans(choices: Choices) -> list[tuple[str, dict[str, int], str]]:
    """Each constraint family loosened, then each choice point flipped to each alternative: name, picks, family."""
    flips = [(f"choice:{name}", {name: k}, "") for name, n in sorted(choices.seen.items()) for k in range(1, n)]
    loose: list[tuple[str, dict[str, int], str]] = [(family, {}, family) for family in FAMILIES]
    return [*loose, *flips]


def _relaxations(analysis: Analysis, plans: Sequence[tuple[str, dict[str, int], str]]) -> list[Relaxation]:
    """The readings of the plans, without those that refuse."""
    found = []
    for family, picks, relaxed in plans:
        reading = build(analysis, Choices(picks, relaxed))
        if isinstance(reading, Reading):
            found.append(Relaxation(family, reading, family.rpartition(":")[0] in DECISIVE or family in DECISIVE))
    return found


def build(analysis: Analysis, choices: Choices) -> Reading | Refusal:
    """One reading under the given choices; they record what else was open."""
    scene = _scene(analysis, choices)
    terms = build_terms(scene)
    choices.labels |= {label for t in terms for label in t.labels | t.owners | t.recipients}
    resolved = resolve(_workbench(analysis.demand, scene, terms))
    if isinstance(resolved, Refusal):
        return resolved
    built = _assembler(analysis, scene, resolved).build(resolved.terms)
    if isinstance(built, Refusal):
        return built
    return unread(analysis, scene.claimed) or _reading(analysis, choices, terms, built)


def _scene(analysis: Analysis, choices: Choices) -> Scene:
    return Scene(
        words=analysis.words,
        clauses=analysis.clauses,
        mentions=analysis.mentions,
        lexicon=analysis.lexicon,
        units=analysis.units,
        comparatives=load_comparatives(),
        grammar=analysis.grammar,
        choices=choices,
        cues=analysis.cues,
        asked_from=analysis.demand.first,
        asked_noun=analysis.demand.noun,
        claimed=set(),
    )


def _workbench(demand: Demand, scene: Scene, terms: Sequence[Term]) -> Workbench:
    words = load_question_pack().sets
    nouns = frozenset({demand.noun}) - {""}
    asked = demand.labels | demand.modifiers | nouns
    by_id = {t.ident: t for t in terms}
    return Workbench(scene, by_id, set(), words["rest"], words["joint"], asked, nouns, demand.original)


def _reading(analysis: Analysis, choices: Choices, terms: Sequence[Term], built: Built) -> Reading:
    """The model's record: quantities, licences, question, what was set aside, and the chain."""
    quantities = tuple(quantity_of(t, m.numeral.span) for t, m in zip(terms, analysis.mentions, strict=True))
    return Reading(
        NAME,
        quantities,
        analysis.licensing,
        Question(_question_span(analysis), built.unit, (analysis.demand.noun,), built.aggregation),
        _aside(analysis),
        _valued(built.chain, {q.ident: q.value for q in quantities}),
        tuple(sorted(choices.picks.items())),
        False,
        all(analysis.units.unit_of(n) is None for n in built.unit.numerator) and not built.unit.is_rate,
    )


def _aside(analysis: Analysis) -> tuple[SetAside, ...]:
    """Numerals that are no quantity, with the reason."""
    mentioned = {m.index for m in analysis.mentions}
    loose = [n for i, n in enumerate(analysis.numerals) if i not in mentioned]
    return tuple(SetAside(n.span, n.aside or "names a group") for n in loose)


def _question_span(analysis: Analysis) -> Span:
    demand, words = analysis.demand, analysis.words
    return words[demand.first].span.cover(words[demand.last - 1].span)


def _assembler(analysis: Analysis, scene: Scene, resolved: Resolved) -> Assembler:
    owners = subject_labels(scene, analysis.demand.subject, analysis.clauses[analysis.demand.clause])
    rest = _rest_asked(analysis, scene)
    span = _question_span(analysis)
    day_parts = scene.comparatives.day_parts
    return Assembler(
        words=analysis.words,
        cues=analysis.cues,
        mentions=analysis.mentions,
        demand=analysis.demand,
        asked=_asked(analysis, scene, owners, resolved.terms),
        units=analysis.units,
        grammar=analysis.grammar,
        choices=scene.choices,
        finder=TargetFinder(
            demand=analysis.demand,
            lexicon=analysis.lexicon,
            units=analysis.units,
            grammar=analysis.grammar,
            choices=scene.choices,
            rest=rest,
            day_parts=day_parts,
            span=span,
        ),
        planner=_planner(analysis, scene, owners, bool(rest)),
        hidden=resolved.hidden,
        day_parts=day_parts,
        span=span,
    )


def _planner(analysis: Analysis, scene: Scene, owners: frozenset[str], rest_asked: bool) -> Planner:
    demand = analysis.demand
    entries = analysis.lexicon.verb_classes(demand.verb)
    return Planner(
        words=analysis.words,
        demand=demand,
        choices=scene.choices,
        grammar=analysis.grammar,
        owners=owners,
        place=_place(analysis, scene, owners),
        question_class=entries[0].verb_class if entries else "",
        question_polarity=entries[0].polarity if entries else 0,
        rest_asked=rest_asked,
        sharing=any(c.kind == "share" and c.first < demand.first for c in analysis.cues),
        span=_question_span(analysis),
    )


def _place(analysis: Analysis, scene: Scene, owners: frozenset[str]) -> frozenset[str]:
    """Labels of the place that is asked about, where nobody is."""
    demand, lexicon = analysis.demand, analysis.lexicon
    if any(is_person(scene, o) or lexicon.is_role(o) for o in owners):
        return frozenset()
    inside = analysis.words[demand.first : demand.last]
    nouns = frozenset(w.lemma for w in inside if w.tag is Tag.NOUN and not lexicon.is_role(w.lemma))
    return nouns & demand.labels - {demand.noun}


def _rest_asked(analysis: Analysis, scene: Scene) -> frozenset[str]:
    """What a statement says of the rest, if the question asks for it; claims that word."""
    demand = analysis.demand
    asked = _said(analysis.words[demand.first : demand.last])
    for cue in analysis.cues:
        if cue.kind != "rest" or demand.first <= cue.first < demand.last:
            continue
        number, clause = next((k, c) for k, c in enumerate(analysis.clauses) if c.first <= cue.first < c.last)
        said = _said(analysis.words[cue.last : clause.last])
        own = [m for m in analysis.mentions if m.clause == number]
        numbered = any(m.first > cue.first or m.base[0] <= cue.first < m.base[1] for m in own)
        if said & asked and not numbered:
            scene.claimed.update(range(cue.first, cue.last))
            return said
    return frozenset()


def _said(words: Sequence[Word]) -> frozenset[str]:
    """Lemmas of the words that name or describe something."""
    return frozenset(w.lemma for w in words if w.tag in (Tag.NOUN, Tag.ADJECTIVE, Tag.VERB, Tag.NAME))


def _asked(analysis: Analysis, scene: Scene, owners: frozenset[str], terms: Sequence[Term]) -> Asked:
    """The question's words that can tell terms apart."""
    demand, units, pronoun = analysis.demand, analysis.units, analysis.lexicon.pronoun
    inside = analysis.words[demand.first : demand.last]
    known = frozenset().union(*(t.owners | t.labels for t in terms))
    people = frozenset(o for o in owners if is_person(scene, o))
    labels = demand.labels | demand.modifiers | owners | {demand.noun} - {""}
    return Asked(
        names=known & (people | {w.lemma for w in inside if w.tag is Tag.NAME}),
        labels=frozenset(w for w in labels if units.unit_of(w) is None),
        verb=demand.verb,
        plural=any((p := pronoun(w.lower)) is not None and p.number == "plural" for w in inside),
        people=people,
        owners=owners,
        measures=frozenset(w.lemma for w in analysis.words if units.unit_of(w.lower) is not None),
        sentence=analysis.words[demand.first].sentence,
    )


def _valued(problem: ChainProblem, values: dict[str, Fraction]) -> ChainProblem:
    """Leaves with the exact value of their expression."""
    leaves = tuple(replace(leaf, value=evaluate(leaf.expression, values)) for leaf in problem.leaves)
    return replace(problem, leaves=leaves)
