"""LTI 1.3: an LMS of the school opens this app, gives rosters, and takes scores (docs/lms.md).

Authlib, joserfc, and Requests, an extra, do the protocol's work. Modules import them where they need them.
"""
