"""--workers and --cluster: who works."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from satdnd.engine.settings import default_memory

if TYPE_CHECKING:
    from satdnd.bulk.conquest import Conquer
    from satdnd.bulk.workers import Crew, Work

F = TypeVar("F", bound=Callable[..., Any])

MOST_WORKERS = 1024


def cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def crew_options(workers: str, cluster: str) -> Callable[[F], F]:
    """--workers and --cluster, with their help."""

    def decorate(function: F) -> F:
        """*function* with both flags."""
        function = click.option("--cluster", metavar="ADDRESS", help=cluster)(function)
        return click.option("--workers", type=click.IntRange(1, MOST_WORKERS), metavar="N", help=workers)(function)

    return decorate


def one_of(given: dict[str, Any]) -> None:
    """UsageError where both are given."""
    if given["cluster"] and given["workers"]:
        raise click.UsageError("--workers are processes of this machine; a cluster has workers of its own")


def crew_of(given: dict[str, Any], count: int, work: Work) -> Crew:
    """The cluster that was named, or so many processes here. UsageError where there is no such cluster."""
    if given["cluster"]:
        from satdnd.bulk.cluster import Cluster

        return Cluster(given["cluster"], work)
    from satdnd.bulk.workers import Workers

    return Workers(count, work)


def conquer_of(given: dict[str, Any]) -> Conquer | None:
    """Who searches each puzzle together; None where this process does it alone."""
    if not given.get("workers") and not given.get("cluster"):
        return None
    from satdnd.bulk.conquest import Conquer

    one_of(given)
    count = given["workers"] or 1

    def share(memory: int | None) -> int | None:
        """Of the limit of a puzzle, what one of them gets; machines of a cluster have each its own."""
        memory = memory if given["cluster"] else memory or default_memory()
        return memory and max(1, memory // count)

    return Conquer(lambda work: crew_of(given, count, work), share)
