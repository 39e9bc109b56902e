"""The vocabulary of declared kinds: ``from satdnd.declare import ...`` has all that a kind is made of.

The kind as a whole:

    what is said of it                      DeclaredKind
    its puzzles, their fields, one clue     GridPuzzle, clues, Clue
    a number that its cells cannot reach    overfull_number
    numbers 1 to n in areas of n cells      NumberedAreas, numbered_areas_kind, AreaWords, GivenInAreas
    numbers in order along a path           PathPuzzle, PathGrid, PathWords, path_faults, none_left, on_the_way
    a square, and its generator's options   SquarePuzzle, SquareRecipe

What a puzzle holds:

    numbers in cells                        NumberGrid, DigitGrid
    one of several signs in cells           SignGrid, SignRows, Symbol
    given values in the cells of a square   Givens, GivenNumbers
    numbers at corners                      CornerNumbers
    numbers of cells that are seen          SightPuzzle, sights, all_sights, many_sights, too_far
    walls, some with a number               WalledRows, WalledPuzzle
    an arrow and a number                   ArrowGrid, ArrowPuzzle
    sums before runs of cells               CrossSums
    areas, some with a number               Areas, NamedAreas, NumberedArea, Area, AreaTuple
    areas without numbers, perhaps holes    Partition, AreaPuzzle, unshaded_holes, HOLE_RULE, likely_areas
    areas that come to a target             TargetAreas, TargetArea, Target
    borders that close no area              Walls
    signs between neighbouring cells        Inequalities, Equalities, EQUAL, UNLIKE
    cages with sums                         Cages, Cage
    things on some cells                    Things
    centres in cells and between            CentreGrid, CentreRows, centre_places, centre_rows,
                                            centre_name, holes_of
    a number for each row or column         CountMargin, CountsOfLines, SumMargin, NumberMargin, known_margins,
                                            marginal_lines, overfull
    runs of each row or column              RunMargin
    islands and the cells between them      IslandPuzzle
    one number for the whole puzzle         WholeNumber
    the lengths of all ships, their parts   Fleet, SHIP_PARTS, PART_WORDS, part_ways, part_at
    a variant of the rules, or another rule Choice, Flag

What a player marks (the view, and the class of its solutions):

    cells that are shaded or not            Shaded, ShadedSolution
    cells with a thing, or empty            Placed, PlacedCells, PlacedSolution
    lamps and the like beside walls         Walled, WalledSolution
    one of two signs in each cell           Binary, BinarySolution
    a diagonal in each cell                 Diagonals, DiagonalSolution
    a number in each cell of a square       Valued, ValuedSolution, ValuedEncoding
    numbers beside walls                    CrossValued
    a number from the choice of each cell   CellValued
    a loop along the edges of cells         BorderLoop, BorderLoopSolution
    a loop through the centres of cells     CentreLoop, CentreLoopSolution
    paths between equal numbers             CentrePaths, CentrePathsSolution, EndsPuzzle
    bridges between islands                 BridgesBetween, BridgeSolution
    borders of areas that fill the grid     Borders, BordersSolution

What the rules say, in statements, one for each instance of a rule:

    how many of some literals are true      Count, Counts, exactly, EachOnce, each_once
    several in one sentence, or combined    Together, Combined
    these shaded cells are not adjacent     NoneSideBySide, none_beside
    these do not touch, even diagonally     NoneTouch, Untouched
    the runs of a line                      Runs
    one of several patterns of literals     Patterns
    lines that differ                       Differ
    a cycle that changes only so often      FewChanges, add_changes
    values that multiply, or add up         Product, DistinctSum
    one of two values is less               Less, Related
    a sum, product, difference or quotient  Calculated
    what is seen from the end of a line     Visible
    what is seen in four directions         Seen
    weights that add up                     WeightedSum
    one partner for each                    Matched
    as many as fit without touching         Packed
    a region of given size from a cell      Region, Homes
    a loop passes a corner or cell          Degree, CornerDegrees, visits, visits_all
    a loop visits areas once                visits_once, across_borders
    diagonals that meet at a corner         corners, diagonals_at
    numbers in order along a path           Chain, PathNumbers
    where paths start, go on and lead       path_ends, linked_ends, Linked
    bridges at an island                    BridgesAt
    an area is one of several               AreaAmong, EachAreaAmong, AreaChoice, Rectangles
    areas symmetric about their centres     HalfTurn, InArea, Centres, shown_edges
    cells outside the loop                  outside
    one tetromino in an area, equal ones    ShapeIn, ShapesApart, can_touch
    how many ships of one length            Ships

Rules of the whole board, said by cuts (the argument `cuts`):

    all cells of a sort hang together       Connected, Undivided, ShapesConnected
    all cells of a sort reach the border    ToBorder
    there is one loop                       SingleLoop
    no path is a closed loop                NoLoops
    no diagonals form a closed loop         NoCycles
    every area has a centre                 ToCentres
    numbers are the sizes of their regions  RegionSizes, SizeCut
    all islands are connected               IslandsConnected

What people read:

    the rules, and what follows from each   Rule, SEPARATION_RULES, SIGHT_RULES, LOOP_RULES
    names of steps                          Technique, count_techniques, counted_there, SEPARATION_TECHNIQUES,
                                            SIGHT_TECHNIQUES, LOOP_TECHNIQUES
    sentences of one's own                  DeclaredWords, TouchingWords, ValueWords, placed, BridgeWords, BorderWords,
                                            Inference, where_lines_meet
    within sentences                        cell_name, corner_name, area_name, counted, listed, needs, names, place,
                                            signs, subject, areas_left
    how long usual puzzles take             Grading

New puzzles:

    a recipe, and where areas belong        DeclaredRecipe, SymmetricRecipe, own_recipe,
                                            Design, Generator
    puzzles whose only clues are areas      AreaMaker
    areas along a loop                      areas_along_loop
    a generator of one's own from these     Maker, easier
    solutions that look drawn by a person   random_solution, random_placement, blotches, winding_region, scattered,
                                            grown, random_rectangles, random_shapes, random_tetrominoes, random_square,
                                            square_sample, path_cover, cut_path, random_path, random_fleet

Links of puzz.link:

    numbers, signs, arrows                  puzz_links, few_links, counted_links, body_links, sign_links, arrow_links
    areas, and areas with a number for all  area_links, number_and_area_links
    counts, given parts and a fleet         fleet_links
    centres                                 centre_links

For statements and views of one's own:

    cells, and sets of cells                Cell, Grid, Bitboard, scan, beside, lines_of, pieces
    edges within a grid, edges of areas     InnerEdges, inner_edges, EdgedArea
    unknowns and the values of one          Shading, Values, NOT, LINE, NONE, centre_lines
    a statement and its three faces         RuleStatement, Statement, Encoder, Formula, Literal, Constraint, Sum,
                                            Either
    all statements of a rule as one value   StatementFamily, AnyStatement, singles
    a search, and repairs, of one's own     NormalPaths, Repairs, end_repairs
    options, limits, errors                 Settings, option, OptionalRules, Budget, Fault, InputError, CannotFulfil

Names are imported when they are first used, so a kind loads only what it needs.
"""

from __future__ import annotations

import re
from importlib import import_module
from pkgutil import get_data
from typing import Any

_IMPORT = re.compile(r"^from (satdnd\S+) import (\([^)]+\)|.+)$", re.MULTILINE)
_STUB = (get_data("satdnd", "declare.pyi") or b"").decode()  # also in a zip archive, as in a page
_MODULES = {name: home for home, names in _IMPORT.findall(_STUB) for name in re.findall(r" as (\w+)", names)}
"""Each name and its module, from the stub that type checkers read."""

__all__ = sorted(_MODULES)


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"satdnd.declare has no {name!r}; its docstring says what there is")
    value = globals()[name] = getattr(import_module(_MODULES[name]), name)
    return value
