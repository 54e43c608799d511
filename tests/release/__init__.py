"""The files of a release: workflows, notes and manifests."""
