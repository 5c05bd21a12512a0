"""The attack and damage process, step by step."""
