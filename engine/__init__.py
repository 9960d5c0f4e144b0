"""The shared engine: contract, chance, session, log, saves, statistics, registry. No game, no pixel."""
