"""Edit documents: pure functions that return a new document and share what they do not touch.

An edit that cannot be made raises `EditRefused` with a reason and a remedy. An edit that changes nothing
returns the very document it was given. Some return the document together with the ids they made.
"""
