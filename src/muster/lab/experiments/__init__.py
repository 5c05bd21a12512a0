"""Experiments: what is to be played and what varies, as a file; played on all cores or a cluster, stopped and gone on
with; the results as rows, tables and reports. Tournaments, sweeps and balance reports are experiments, too.
"""
