"""LTI 1.3: the school's LMS opens this app, provides rosters, and receives scores (docs/lms.md).

Authlib, joserfc, and Requests, an extra, do the protocol's work. Modules import them where they need them.
"""
