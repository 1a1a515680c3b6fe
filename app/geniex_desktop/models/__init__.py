"""Models on this machine: where they come from, how they get here, when they are ready."""
