"""The laboratory: simulations, benchmarks, balance reports, and what covers which clause."""
