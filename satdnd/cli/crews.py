"""--workers and --cluster: who works."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from satdnd.cli import options
from satdnd.cli.options import F
from satdnd.engine.settings import default_memory

if TYPE_CHECKING:
    from satdnd.bulk.conquest import Conquer
    from satdnd.bulk.workers import Crew, Work

MOST_WORKERS = 1024


def cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def workers_option(help: str) -> Callable[[F], F]:
    """--workers."""
    return click.option("--workers", type=click.IntRange(1, MOST_WORKERS), metavar="N", help=help)


def cluster_option(help: str) -> Callable[[F], F]:
    """--cluster."""
    return click.option("--cluster", metavar="ADDRESS", help=help)


def conquer_options(function: F) -> F:
    """Both, for puzzles that are searched together, as ``conquer``."""
    function = options.together(function, "conquer", ("workers", "cluster"), conquer_of)
    here = "Search each puzzle with so many processes: for a large one."
    far = "Search each puzzle with the workers of a Dask scheduler, tcp://HOST:PORT (needs the extra 'cluster')."
    return workers_option(here)(cluster_option(far)(function))


def one_of(workers: int | None, cluster: str | None) -> None:
    """UsageError where both are given."""
    if cluster and workers:
        raise click.UsageError("--workers are processes of this machine; a cluster has workers of its own")


def crew_of(cluster: str | None, count: int, work: Work) -> Crew:
    """The cluster that was named, or so many processes here. UsageError where there is no such cluster."""
    if cluster:
        from satdnd.bulk.cluster import Cluster

        return Cluster(cluster, work)
    from satdnd.bulk.workers import Workers

    return Workers(count, work)


def conquer_of(workers: int | None, cluster: str | None) -> Conquer | None:
    """Who searches each puzzle together; None where this process does it alone."""
    if not workers and not cluster:
        return None
    from satdnd.bulk.conquest import Conquer

    one_of(workers, cluster)
    count = workers or 1

    def share(memory: int | None) -> int | None:
        """Of the limit of a puzzle, what one of them gets; machines of a cluster have each its own."""
        memory = memory if cluster else memory or default_memory()
        return memory and max(1, memory // count)

    return Conquer(lambda work: crew_of(cluster, count, work), share)
