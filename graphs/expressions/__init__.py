"""Parse, check and describe the typed expression language (section 2 of the rules).

Nothing here evaluates anything: ``runtime.minds.expressions`` does.
"""
