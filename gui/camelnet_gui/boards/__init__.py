"""Painted boards: each paints a frozen scene and emits picks, and knows no rules and no sockets."""
