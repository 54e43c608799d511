"""The camelnet app. The only place with Qt; it shows facts and sends intents."""
