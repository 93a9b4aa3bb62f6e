"""What the readers of one rate (R3) and of two combined rates (CMB) share.

Glossary. A *measure* is an amount that the text gives: a number with what it counts, or
"an hour" without a number. A *rate* is two measures, *top* per *bottom* ("60 miles per
hour", "5 pages every 2 minutes"). The *demand* is what the question asks for. An *agent*
is who or what a clause is about; an *activity* is what a clause says that it does. What no
rule took up, and could bear arithmetic, is a *stray*, and refuses.
"""
