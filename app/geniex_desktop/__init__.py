"""GenieX Desktop: chat with local language models, and see which device does the work.

Importing the package loads neither Qt nor native code.
"""

__version__ = "0.1.0"
