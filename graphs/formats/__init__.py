"""Files of other programs: read into documents and written from them, with a report about each part.

Each format has a room of its own behind the one record of `basics.format_record`; `listed_formats` has all.
A room knows `basics` and no other room. Nothing in a file is ever run.
"""
