"""Providers for Linux: small files of the kernel, read through `access.SystemFiles`."""
