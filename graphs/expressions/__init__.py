"""Parse, check and describe the typed expression language (SEMANTICS section 2).

Nothing here evaluates anything: ``runtime.expressions`` does.
"""
