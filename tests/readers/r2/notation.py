"""A compact notation for parses, to write expectations in.

A phrase is ``[determiner modifiers head #quantity of phrase /denominator]``, a plural has
``*``, an elided head is ``_``. A clause is ``kind: subject verb(form) role=phrase``; ``^``
marks an inherited subject, ``there`` an existential clause, ``?`` what is asked.
"""

from __future__ import annotations

from readers.r2.records import Argument, Asked, Clause, Modality, Parse, Phrase, Quantity, VerbGroup


def quantity(amount: Quantity) -> str:
    """``#more:5<times:twice->[Tom]>`` for 5 more than twice as many as Tom."""
    text = amount.degree.value
    text += f":{amount.word.text}" if amount.word else ""
    text += f"~{amount.hedge}" if amount.hedge else ""
    text += f"<{quantity(amount.inner)}>" if amount.inner else ""
    reference = amount.reference
    if isinstance(reference, Phrase):
        return f"{text}->{phrase(reference)}"
    return f"{text}->({clause(reference)})" if reference is not None else text


def phrase(found: Phrase | None) -> str:
    """A phrase in brackets; ``-`` for none."""
    if found is None:
        return "-"
    members = f" {found.joint} ".join(phrase(member) for member in found.members)
    body = members or _noun(found)
    body += f" #{quantity(found.quantity)}" if found.quantity else ""
    body += f" of {phrase(found.of)}" if found.of else ""
    body += "".join(f" /{phrase(per.phrase)}" for per in found.per)
    body += "".join(f" +{argument(tail)}" for tail in found.tails)
    return f"[{body}]"


def _noun(found: Phrase) -> str:
    owner = f"{phrase(found.owner)}'s" if found.owner else found.determiner
    head = found.name or found.pronoun or found.head or "_"
    attribute = "".join(f"{{{phrase(part)}}}" for part in found.attribute)
    words = (owner, attribute, *found.modifiers, head + "*" * found.plural)
    return " ".join(word for word in words if word)


def argument(found: Argument) -> str:
    """``in=[the box]``, ``object=[pen*]``."""
    return f"{found.preposition or found.role}={phrase(found.phrase)}"


def verb(group: VerbGroup | None) -> str:
    """``give+away(past, negated)``."""
    if group is None:
        return "-"
    marks = [name for name in ("perfect", "passive", "negated") if getattr(group, name)]
    modality = [] if group.modality is Modality.ACTUAL else [group.modality.value]
    lemma = f"{group.lemma}+{group.particle}" if group.particle else group.lemma
    lemma = ">".join((*group.through, lemma))
    return f"{lemma}({', '.join([group.tense, *marks, *modality])})"


def asked(found: Asked) -> str:
    """``?how many [apple*] object``."""
    return f"?{found.word} {phrase(found.phrase)} {found.role}"


def behind(parse: Parse, found: Clause) -> str:
    """Adverbs behind ``~``, what was not taken up behind ``!``."""
    lower = [word.lower for word in parse.words]
    adverbs = "".join(f" ~{lower[place]}" for place in found.adverbs)
    return adverbs + "".join(f" !{lower[place]}" for place in found.residue)


def clause(found: Clause) -> str:
    """One clause on one line."""
    subject = "^" * found.inherited + phrase(found.subject)
    pieces = [f"{found.kind}:", *(["there"] if found.existential else []), subject, verb(found.verb)]
    pieces += [argument(each) for each in found.arguments]
    pieces += [f"from {phrase(found.antecedent)}"] if found.antecedent else []
    pieces += [asked(found.asked)] if found.asked else []
    return " ".join(pieces)


def clauses(parse: Parse) -> list[str]:
    """All clauses of a parse."""
    return [clause(found) + behind(parse, found) for found in parse.clauses]
