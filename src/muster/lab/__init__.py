"""The laboratory: simulations, benchmarks, balance reports, and the functions and tests of each clause."""
