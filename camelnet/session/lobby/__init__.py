"""The lobby of one peer: contacts, chat, starts, rematches."""
