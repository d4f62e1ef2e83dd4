"""Tables larger than memory, read block by block from files; the command line stands on it.

Needs pyarrow: pip install "Orange3-PhiDelta[files]". No Qt; Orange only to read its own formats.
"""


class FileError(ValueError):
    """What is wrong with a file, in one line: where, what was expected, and what there was."""
