"""The checks, one module per area; each is listed in `doctor.examination`."""
