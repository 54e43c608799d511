"""Parts of the screen that the games with camels share."""
