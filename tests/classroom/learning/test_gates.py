"""Gates G1 to G3 with answers of real children."""

from __future__ import annotations

import hashlib

import pytest

from tests.classroom.learning.gates import DATA, Figures, folds, measure, trials

PUBLISHED = {
    "global mean": (0.473, 0.4840),
    "item mean": (0.638, 0.4645),
    "student running mean": (0.723, 0.4289),
    "performance factors, fact": (0.676, 0.4537),
    "performance factors, skill and item": (0.773, 0.4068),
    "Bayesian knowledge tracing, skill": (0.730, 0.4300),
    "Rasch difficulties and online Elo": (0.775, 0.4059),
    "hierarchical Elo": (0.783, 0.4011),
    "Best-LR": (0.784, 0.3996),
    "gradient boosting": (0.785, 0.3991),
}
"""AUC and log-loss of other models on the same rows and folds."""


@pytest.fixture(scope="module")
def figures() -> Figures:
    return measure()


def test_the_data_matches_the_readme() -> None:
    content = (DATA / "arith_trials.csv").read_bytes()
    readme = (DATA / "README.md").read_text(encoding="utf-8")
    assert hashlib.sha256(content).hexdigest() in readme
    data = trials()
    assert len(data) == 27_055
    assert [len(part) for part in folds()] == [27, 27, 26, 26, 26]
    assert set().union(*folds()) == {trial.student for trial in data}


@pytest.mark.nightly
def test_g1_accuracy_is_predicted_better_than_by_any_model_of_the_table(figures: Figures) -> None:
    for model, (auc, log_loss) in PUBLISHED.items():
        assert figures.auc > auc, model
        assert figures.log_loss < log_loss, model
    # As reported in docs/learning.md.
    assert figures.auc == pytest.approx(0.7937, abs=0.0005)
    assert figures.log_loss == pytest.approx(0.3927, abs=0.0005)
    assert figures.rmse == pytest.approx(0.3516, abs=0.0005)


def test_g2_predictions_are_calibrated(figures: Figures) -> None:
    assert set(figures.bins) == {0.5, 0.6, 0.7, 0.8, 0.9}
    assert max(abs(mean - actual) for mean, actual in figures.bins.values()) < 0.04


def test_g3_times_are_predicted(figures: Figures) -> None:
    assert figures.rmse_log_seconds <= 0.392
    assert figures.rmse_log_seconds == pytest.approx(0.3790, abs=0.0005)
