"""Sideline in Python."""
