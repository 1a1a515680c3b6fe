"""Models on this machine: where they come from, how they get here, when they are ready.

- `store.ModelStore`: the library. `list()` gives every `StoredModel` with its `State`, files and origin;
  paths, import by copy or in place, verify, remove, move to another disk.
- `sources`: `Hub` is one place with models: `search()` gives `SearchResult`s, `repository()` a `Repository`
  with its files; `sources.hubs.make_hubs` is the table of them. `ModelStore.plan(name, repository.listing())`
  tells the precisions that a repository holds, with their sizes.
- `downloads.DownloadQueue`: what is being fetched, as `DownloadSnapshot`s; `pull` does one of them, `repair`
  mends what is in the store.
- `transfer.Transfer` is the only way in which a file comes over HTTP, `part.Part` what is on the disk of it.
- `tokens`: access tokens in the keyring.

All of it blocks, but the queue's `snapshots`; errors are `AppError`s.
"""
