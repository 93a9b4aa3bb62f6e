"""R1, the reconstruction reader: general problems of several steps become operation chains.

The flow, each step with its module:

1. tokens, sentences and numerals come from ``readers.document`` and ``readers.numbers``;
2. ``words`` tags every token, ``clauses`` finds who does what;
3. ``cues`` matches the phrases that bear arithmetic;
4. ``question`` reads the demand;
5. ``mentions`` reads the phrase of each numeral, ``comparisons`` what it compares with;
6. ``scene`` gathers all this; ``building`` makes one term of each mention, with the help of
   ``distribution`` (per what), ``referents`` (whose) and ``surroundings`` (which);
7. ``bindings`` pairs terms, then ``relations`` resolves comparisons and fractions on the
   ``workbench``: ``references``, ``inverses``, ``parts``, ``totals`` and ``shares``;
8. ``target`` finds the unit asked for, ``casts`` brings terms to it, ``selection`` chooses the
   top terms, ``plan`` (with ``signs`` and ``sides``) says what may be done with them;
9. ``assemble`` builds the chain problem, ``accounting`` refuses what was not used;
10. ``reader`` holds the flow, and the relaxations of the reading.

Words are data: ``packs`` reads cues, comparatives, grammar, questions and money, and serves
ratified entries only.

Glossary:

- a *mention* is a numeral with the words that say what it measures;
- a *term* is an amount that the chains may use: unit, owner, sign, and how it comes about;
- a *demand* is what the question asks: a noun or a measure, and words of aggregation;
- a *binding* makes one term of two that belong together, such as a count and its rate;
- a *relation* says one amount by another ("3 more than", "half of");
- a *share* is one part of a stated total that comparisons split;
- a *choice point* is an open slot with its alternatives, the preferred one first;
- a *cast* changes a unit by a named fact;
- a *plan* is the aggregation, the sign of each term, and the forms that a chain may end in;
- a *doubt* is a check that the preferred reading passed or failed, for the decision to weigh.
"""
