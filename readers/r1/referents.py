"""Who is meant: owners, antecedents of pronouns, people, recipients."""

from __future__ import annotations

from readers.r1.clauses import Clause, NounPhrase, noun_phrase
from readers.r1.scene import Scene
from readers.r1.words import NOMINAL, Tag, Word


def owners_of(scene: Scene, clause: Clause) -> frozenset[str]:
    """Labels of the clause's subject, pronouns resolved."""
    return _resolve(scene, clause.subject, clause) if clause.subject else frozenset()


def is_person(scene: Scene, label: str) -> bool:
    """Whether a label names a person: a listed name, or a capitalised unknown word."""
    return scene.lexicon.is_name(label) or any(w.lemma == label and w.tag is Tag.NAME for w in scene.words)


def subject_labels(scene: Scene, span: tuple[int, int], clause: Clause) -> frozenset[str]:
    """Content labels of the subject in a word range, its pronouns resolved."""
    found: frozenset[str] = frozenset()
    at = span[0]
    while at < span[1]:
        phrase = noun_phrase(scene.words, at, span[1])
        found |= _resolve(scene, phrase, clause) if phrase else frozenset()
        at = phrase.last if phrase else at + 1
    return found


def _resolve(scene: Scene, phrase: NounPhrase, clause: Clause) -> frozenset[str]:
    head = scene.words[phrase.head]
    if head.tag is Tag.PRONOUN:
        return antecedent(scene, head, clause)
    inside = scene.words[phrase.first : phrase.last]
    labels = frozenset(w.lemma for w in inside if w.tag in NOMINAL or w.tag is Tag.ADJECTIVE)
    if any(w.tag is Tag.NAME for w in inside) or scene.lexicon.is_role(scene.words[phrase.head].lemma):
        return labels
    if phrase.owner and scene.words[phrase.first].tag is Tag.POSSESSIVE:
        return labels | antecedent(scene, scene.words[phrase.first], clause)
    return labels


def antecedent(scene: Scene, pronoun: Word, clause: Clause, other: bool = False) -> frozenset[str]:
    """The nearest earlier subject that the pronoun can stand for; with ``other`` not its own."""
    if "pronoun_indefinite" in scene.lexicon.function(pronoun.lower):
        return frozenset({pronoun.lower})
    entry = scene.lexicon.pronoun(pronoun.lower)
    gender = ("plural" if entry.number == "plural" else entry.gender) if entry else ""
    found: list[frozenset[str]] = []
    for earlier in reversed([c for c in scene.clauses if c.first < pronoun.index]):
        phrase = earlier.subject
        if phrase is None or scene.words[phrase.head].tag is Tag.PRONOUN or phrase.last > pronoun.index:
            continue
        if other and clause.subject is not None and phrase.first == clause.subject.first:
            continue
        if _agrees(scene, phrase, gender):
            found.append(
                frozenset(w.lemma for w in scene.words[phrase.first : phrase.last] if w.tag in (Tag.NAME, Tag.NOUN))
            )
    options = list(dict.fromkeys(found))[:2]
    return scene.choices.pick(f"antecedent:{pronoun.index}", options) if options else frozenset({pronoun.lower})


def _agrees(scene: Scene, phrase: NounPhrase, gender: str) -> bool:
    head = scene.words[phrase.head]
    own = scene.lexicon.gender(head.lower) or scene.lexicon.gender(head.lemma)
    if gender in ("female", "male"):
        return own in (gender, "neutral") or (head.tag is Tag.NAME and not own)
    if gender == "plural":
        return phrase.plural
    return True


def recipients_of(scene: Scene, clause: Clause) -> frozenset[str]:
    """Names after the verb: who receives in "gave Mary 5" or "gave 5 to Mary"."""
    after = scene.words[clause.group[1] : clause.last]
    named = frozenset(
        w.lemma for w in after if w.tag is Tag.NAME or (w.tag is Tag.NOUN and bool(scene.lexicon.gender(w.lemma)))
    )
    pronouns = [w for w in after if w.tag is Tag.PRONOUN and scene.lexicon.pronoun(w.lower)]
    return named.union(*(antecedent(scene, w, clause, True) for w in pronouns))
