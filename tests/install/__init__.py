"""Each way to install the app, tried from nothing: install, a lesson, upgrade, backup and restore, uninstall.

`make try-wheel`, `make try-deb`, `make try-image`, and `make try-compose` print the seconds of each step. They need
root on a Debian with debootstrap, and its packages and those of Python from the usual places; the tests of the product
never run them.
"""
