"""List the languages that a mind can be exported for: choices, files and help follow from it."""

from __future__ import annotations

from editor.documents.exports.languages.cpp import CPP
from editor.documents.exports.languages.csharp import CSHARP
from editor.documents.exports.languages.gdscript import GDSCRIPT
from editor.documents.exports.languages.javascript import JAVASCRIPT
from editor.documents.exports.languages.language import Language
from editor.documents.exports.languages.lua import LUA
from editor.documents.exports.languages.python import PYTHON

LANGUAGES: dict[str, Language] = {
    language.name: language for language in (JAVASCRIPT, PYTHON, CSHARP, CPP, LUA, GDSCRIPT)
}
