"""One seat as a replica of the log, over links that lose, delay and come back."""
