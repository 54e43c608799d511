"""The rules digest of 1.0, which is that of every 1.x (docs/compatibility.md).

Which rules the core here plays is for `camelnet.rules.rules_digest` to find out; a test holds that
both agree.
"""

RULES_DIGEST = "996acd32a0a11b2ec8dc87f88a51a23d0eae2b0d2b19d7fd39e398fe3e4b4b95"
