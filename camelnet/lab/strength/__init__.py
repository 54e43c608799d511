"""The bots' ladder: matches with goals, kept on disk, and the pages that report them."""
