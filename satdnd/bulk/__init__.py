"""Many puzzles at once: batches by worker processes or a Dask cluster, the journal of a run, comparisons of solvers.

Begin with `batch`: puzzles go out in chunks, and answers come back in order; it also decides what happens when a worker
dies. `workers` are processes on this machine, `cluster` those of a Dask scheduler; `journal` keeps answers so that a
run can be resumed; `benchmark` is ``satdnd bench``, `plots` makes its pictures.
"""
