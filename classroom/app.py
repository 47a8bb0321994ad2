"""The application factory: a readable list of the app's parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from flask import Flask
from flask_migrate import Migrate
from werkzeug.middleware.proxy_fix import ProxyFix

from classroom import config, instance
from classroom.blueprints import register_blueprints
from classroom.database import db
from classroom.live import connect_bus
from classroom.presenters.moments import today_text
from classroom.presenters.words import (
    bdi,
    bdi_list,
    isolated,
    isolated_equation,
    leading_to,
    number_text,
    percent_text,
    unbroken,
)
from classroom.web.assets import use_assets
from classroom.web.body_limits import use_body_limits
from classroom.web.compiled_templates import CompiledTemplates
from classroom.web.compression import use_compression
from classroom.web.cookies import use_cookie_names
from classroom.web.database_errors import use_database_errors
from classroom.web.device import use_devices
from classroom.web.district_rosters import use_roster_service
from classroom.web.errors import use_error_pages
from classroom.web.forecasts import use_forecasts
from classroom.web.form_tokens import use_form_tokens
from classroom.web.identity import use_identity
from classroom.web.language import use_language
from classroom.web.lazy_rules import LazyRule
from classroom.web.lti import use_lti
from classroom.web.metrics import use_metrics
from classroom.web.once import keep, once, use_addresses
from classroom.web.page_templates import PageEnvironment
from classroom.web.paths import use_path
from classroom.web.request_log import use_request_log
from classroom.web.school_sign_in import use_school_sign_in
from classroom.web.security import use_security_headers
from classroom.web.session_cookie import use_session_cookie
from classroom.web.template_space import WithoutUnseenSpace

_Function = TypeVar("_Function", bound="Callable[..., Any]")

_PACKAGE = Path(__file__).parent


def create_app(settings: Mapping[str, Any] | None = None, *, instance_path: Path | None = None) -> Flask:
    """Build the app.

    :param settings: override the defaults and the environment (tests, demo).
    :param instance_path: the folder of the database and the secret key; by default `instance.instance_path`.
    :raises classroom.instance.InstanceError: if that folder or its key can't be used.
    """
    folder = instance_path or instance.instance_path()
    root = _home_of_pages()
    app = Flask(
        "classroom",
        instance_path=str(folder),
        template_folder=str(root / "templates"),
        static_folder=str(root / "static"),
    )
    app.url_rule_class = LazyRule
    app.config.from_mapping(config.DEFAULTS)
    app.config.from_mapping(config.from_environment(folder))
    app.config.from_mapping(settings or {})
    app.config.setdefault("SECRET_KEY", None)
    app.secret_key = app.secret_key or instance.secret_key(folder)
    app.jinja_environment = PageEnvironment
    app.jinja_options = {
        "trim_blocks": True,
        "lstrip_blocks": True,
        "extensions": [WithoutUnseenSpace],
        "bytecode_cache": CompiledTemplates(folder),
    }
    for words in (leading_to, isolated, isolated_equation, number_text, bdi, percent_text, unbroken, bdi_list):
        app.add_template_filter(words)
    app.add_template_global(once)
    app.add_template_global(keep)
    app.add_template_global(instance.command_name)
    app.add_template_global(today_text)

    app.ensure_sync = _as_it_is  # type: ignore[method-assign, assignment]  # no view and no hook here is a coroutine
    use_cookie_names(app)
    use_session_cookie(app)
    use_compression(app)
    use_request_log(app)
    db.init_app(app)
    Migrate(app, db, directory=str(_PACKAGE / "migrations"), render_as_batch=True)
    use_body_limits(app)
    use_form_tokens(app)
    connect_bus(app)
    use_metrics(app)
    use_forecasts(app)
    use_identity(app)
    use_language(app)
    use_devices(app)
    use_school_sign_in(app)
    use_roster_service(app)
    use_lti(app)
    use_assets(app)
    use_addresses(app)
    use_security_headers(app)
    use_error_pages(app)
    use_database_errors(app)
    register_blueprints(app)
    if app.config["PROXIES"]:
        hops = app.config["PROXIES"]
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    use_path(app)
    return app


def _as_it_is(function: _Function) -> _Function:
    return function


def _home_of_pages() -> Path:
    """Return the folder of templates and static files: in the package in a wheel, or in the checkout."""
    return _PACKAGE if (_PACKAGE / "templates").is_dir() else _PACKAGE.parent
