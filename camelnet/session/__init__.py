"""The session: joins the rules with the protocol."""
