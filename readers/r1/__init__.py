"""R1, the reconstruction reader: general problems of several steps become operation chains.

Glossary: a *word* is a token with its part of speech; a *mention* is a numeral
with the words that say what it measures; a *term* is a mention with unit, owner
and polarity; a *relation* says one amount by another ("3 more than"); a *cast*
changes a unit by a named fact; the *account* refuses where a word that bears
arithmetic was not used.
"""
