"""Many puzzles at once: batches by worker processes or a Dask cluster, the journal of a run, and the comparison.

Begin with `batch`: puzzles go out in chunks, answers come back in order; what happens when a worker dies is decided
there. `workers` are processes on this machine, `cluster` those of a Dask scheduler; `journal` keeps answers so that a
run can go on; `benchmark` is ``satdnd bench``, `plots` its pictures.
"""
