"""Evaluate checked expressions: a readable tree walk and the fast form proved equal to it."""
