"""The page for where others do not appear: what the doctor found, each with one act."""
