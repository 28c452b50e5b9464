"""Benchmarks: named cases with sizes and expected digests, so that each is also a test."""
