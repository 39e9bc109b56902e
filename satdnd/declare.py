"""The vocabulary of declared kinds: ``from satdnd.declare import ...`` has all that a kind is made of.

The kind as a whole:

    what is said of it                      DeclaredKind
    its puzzles, their fields, one clue     GridPuzzle, clues, Clue
    a number that its cells cannot reach    overfull_number
    numbers 1 to n in areas of n cells      NumberedAreas, NumberedAreasKind, AreaWords, AREA_RULES,
                                            AREA_TECHNIQUES, GivenInAreas, area_statements, all_given, number_too_large,
                                            likely_numbers, numbered_areas, shown_numbers
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
    areas without numbers, perhaps holes    Partition
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
    an area is one of several               AreaAmong, AreaChoice, Rectangles
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
    areas, and numbers in cells             area_and_cell_links
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

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from satdnd.declaration.area_generator import AreaMaker as AreaMaker
    from satdnd.declaration.area_links import (
        area_and_cell_links as area_and_cell_links,
        area_links as area_links,
        number_and_area_links as number_and_area_links,
    )
    from satdnd.declaration.area_values import (
        AREA_RULES as AREA_RULES,
        AREA_TECHNIQUES as AREA_TECHNIQUES,
        AreaWords as AreaWords,
        GivenInAreas as GivenInAreas,
        NumberedAreas as NumberedAreas,
        NumberedAreasKind as NumberedAreasKind,
        all_given as all_given,
        area_statements as area_statements,
        likely_numbers as likely_numbers,
        number_too_large as number_too_large,
    )
    from satdnd.declaration.areas import Area as Area, Areas as Areas, AreaTuple as AreaTuple
    from satdnd.declaration.arrows import ArrowGrid as ArrowGrid, ArrowPuzzle as ArrowPuzzle, arrow_links as arrow_links
    from satdnd.declaration.binary import Binary as Binary, BinarySolution as BinarySolution
    from satdnd.declaration.border_words import BorderWords as BorderWords, areas_left as areas_left
    from satdnd.declaration.borders import Borders as Borders, BordersSolution as BordersSolution
    from satdnd.declaration.bridge_words import BridgeWords as BridgeWords
    from satdnd.declaration.bridges import (
        BridgesBetween as BridgesBetween,
        BridgeSolution as BridgeSolution,
        IslandPuzzle as IslandPuzzle,
    )
    from satdnd.declaration.cages import Cage as Cage, Cages as Cages
    from satdnd.declaration.cell_values import CellValued as CellValued
    from satdnd.declaration.centre_loops import CentreLoop as CentreLoop, CentreLoopSolution as CentreLoopSolution
    from satdnd.declaration.centre_paths import (
        CentrePaths as CentrePaths,
        CentrePathsSolution as CentrePathsSolution,
        EndsPuzzle as EndsPuzzle,
    )
    from satdnd.declaration.centres import (
        CentreGrid as CentreGrid,
        CentreRows as CentreRows,
        centre_links as centre_links,
        centre_places as centre_places,
        centre_rows as centre_rows,
        holes_of as holes_of,
    )
    from satdnd.declaration.choices import Choice as Choice, Flag as Flag
    from satdnd.declaration.clues import NumberGrid as NumberGrid, clues as clues
    from satdnd.declaration.cross_sums import CrossSums as CrossSums
    from satdnd.declaration.cross_values import CrossValued as CrossValued
    from satdnd.declaration.diagonals import (
        CornerNumbers as CornerNumbers,
        Diagonals as Diagonals,
        DiagonalSolution as DiagonalSolution,
    )
    from satdnd.declaration.digits import DigitGrid as DigitGrid
    from satdnd.declaration.end_repairs import end_repairs as end_repairs
    from satdnd.declaration.equalities import EQUAL as EQUAL, UNLIKE as UNLIKE, Equalities as Equalities
    from satdnd.declaration.fleet import Fleet as Fleet
    from satdnd.declaration.fleet_links import fleet_links as fleet_links
    from satdnd.declaration.generator import (
        DeclaredRecipe as DeclaredRecipe,
        Design as Design,
        Maker as Maker,
        SymmetricRecipe as SymmetricRecipe,
        blotches as blotches,
        easier as easier,
        own_recipe as own_recipe,
        random_placement as random_placement,
        random_solution as random_solution,
    )
    from satdnd.declaration.givens import Givens as Givens
    from satdnd.declaration.inequalities import Inequalities as Inequalities
    from satdnd.declaration.kind import DeclaredKind as DeclaredKind
    from satdnd.declaration.latin import (
        GivenNumbers as GivenNumbers,
        ValueWords as ValueWords,
        placed as placed,
        shown_numbers as shown_numbers,
    )
    from satdnd.declaration.loop_areas import areas_along_loop as areas_along_loop
    from satdnd.declaration.loop_words import (
        LOOP_RULES as LOOP_RULES,
        LOOP_TECHNIQUES as LOOP_TECHNIQUES,
        where_lines_meet as where_lines_meet,
    )
    from satdnd.declaration.loops import BorderLoop as BorderLoop, BorderLoopSolution as BorderLoopSolution
    from satdnd.declaration.margins import (
        CountMargin as CountMargin,
        CountsOfLines as CountsOfLines,
        RunMargin as RunMargin,
        SumMargin as SumMargin,
        known_margins as known_margins,
        marginal_lines as marginal_lines,
        overfull as overfull,
    )
    from satdnd.declaration.named_areas import NamedAreas as NamedAreas, NumberedArea as NumberedArea
    from satdnd.declaration.normal_paths import NormalPaths as NormalPaths
    from satdnd.declaration.number_areas import numbered_areas as numbered_areas
    from satdnd.declaration.number_margins import NumberMargin as NumberMargin
    from satdnd.declaration.partition import Partition as Partition
    from satdnd.declaration.path_clues import (
        PathGrid as PathGrid,
        PathPuzzle as PathPuzzle,
        path_faults as path_faults,
    )
    from satdnd.declaration.path_covers import (
        cut_path as cut_path,
        path_cover as path_cover,
        random_path as random_path,
    )
    from satdnd.declaration.path_words import (
        PathWords as PathWords,
        none_left as none_left,
        on_the_way as on_the_way,
    )
    from satdnd.declaration.placed import Placed as Placed, PlacedCells as PlacedCells, PlacedSolution as PlacedSolution
    from satdnd.declaration.puzzle import Clue as Clue, GridPuzzle as GridPuzzle, overfull_number as overfull_number
    from satdnd.declaration.puzzlink import (
        body_links as body_links,
        counted_links as counted_links,
        few_links as few_links,
        puzz_links as puzz_links,
    )
    from satdnd.declaration.random_tetrominoes import random_tetrominoes as random_tetrominoes
    from satdnd.declaration.separation_words import (
        SEPARATION_RULES as SEPARATION_RULES,
        SEPARATION_TECHNIQUES as SEPARATION_TECHNIQUES,
    )
    from satdnd.declaration.ship_parts import (
        PART_WORDS as PART_WORDS,
        SHIP_PARTS as SHIP_PARTS,
        part_at as part_at,
        part_ways as part_ways,
        random_fleet as random_fleet,
    )
    from satdnd.declaration.sights import (
        SIGHT_RULES as SIGHT_RULES,
        SIGHT_TECHNIQUES as SIGHT_TECHNIQUES,
        SightPuzzle as SightPuzzle,
        all_sights as all_sights,
        many_sights as many_sights,
        sights as sights,
        too_far as too_far,
    )
    from satdnd.declaration.signs import (
        SignGrid as SignGrid,
        SignRows as SignRows,
        Symbol as Symbol,
        sign_links as sign_links,
    )
    from satdnd.declaration.squares import (
        SquarePuzzle as SquarePuzzle,
        SquareRecipe as SquareRecipe,
        square_sample as square_sample,
    )
    from satdnd.declaration.target_areas import (
        Target as Target,
        TargetArea as TargetArea,
        TargetAreas as TargetAreas,
    )
    from satdnd.declaration.territories import (
        grown as grown,
        random_rectangles as random_rectangles,
        random_shapes as random_shapes,
        scattered as scattered,
    )
    from satdnd.declaration.things import Things as Things, WholeNumber as WholeNumber
    from satdnd.declaration.values import (
        Valued as Valued,
        ValuedEncoding as ValuedEncoding,
        ValuedSolution as ValuedSolution,
    )
    from satdnd.declaration.views import Shaded as Shaded, ShadedSolution as ShadedSolution
    from satdnd.declaration.walled import (
        Walled as Walled,
        WalledPuzzle as WalledPuzzle,
        WalledRows as WalledRows,
        WalledSolution as WalledSolution,
    )
    from satdnd.declaration.walls import Walls as Walls
    from satdnd.declaration.winding import winding_region as winding_region
    from satdnd.declaration.words import (
        DeclaredWords as DeclaredWords,
        Rule as Rule,
        Technique as Technique,
        TouchingWords as TouchingWords,
        count_techniques as count_techniques,
        counted_there as counted_there,
    )
    from satdnd.engine.kind import Fault as Fault, OptionalRules as OptionalRules
    from satdnd.engine.options import option as option
    from satdnd.engine.settings import Settings as Settings
    from satdnd.errors import CannotFulfil as CannotFulfil, InputError as InputError
    from satdnd.explanation.steps import Grading as Grading
    from satdnd.explanation.wording import (
        Inference as Inference,
        names as names,
        place as place,
        signs as signs,
        subject as subject,
    )
    from satdnd.grid.bitboard import (
        Bitboard as Bitboard,
        Cell as Cell,
        Grid as Grid,
        beside as beside,
        lines_of as lines_of,
        pieces as pieces,
        scan as scan,
    )
    from satdnd.grid.notation import (
        area_name as area_name,
        cell_name as cell_name,
        corner_name as corner_name,
        counted as counted,
        listed as listed,
        needs as needs,
    )
    from satdnd.rules.area_among import AreaAmong as AreaAmong, AreaChoice as AreaChoice
    from satdnd.rules.borders import EdgedArea as EdgedArea, InnerEdges as InnerEdges, inner_edges as inner_edges
    from satdnd.rules.calculated import Calculated as Calculated
    from satdnd.rules.centre_lines import centre_lines as centre_lines
    from satdnd.rules.chain import Chain as Chain, PathNumbers as PathNumbers
    from satdnd.rules.connected import Connected as Connected
    from satdnd.rules.constraint import Constraint as Constraint, Either as Either, Sum as Sum
    from satdnd.rules.count import (
        Count as Count,
        Counts as Counts,
        EachOnce as EachOnce,
        each_once as each_once,
        exactly as exactly,
    )
    from satdnd.rules.cycle import FewChanges as FewChanges, add_changes as add_changes
    from satdnd.rules.diagonals import NoCycles as NoCycles, corners as corners, diagonals_at as diagonals_at
    from satdnd.rules.differ import Differ as Differ
    from satdnd.rules.edges import LINE as LINE, NONE as NONE
    from satdnd.rules.encoder import Encoder as Encoder
    from satdnd.rules.half_turn import (
        Centres as Centres,
        HalfTurn as HalfTurn,
        InArea as InArea,
        centre_name as centre_name,
        shown_edges as shown_edges,
    )
    from satdnd.rules.homes import Homes as Homes
    from satdnd.rules.islands import BridgesAt as BridgesAt, IslandsConnected as IslandsConnected
    from satdnd.rules.loop import (
        CornerDegrees as CornerDegrees,
        Degree as Degree,
        SingleLoop as SingleLoop,
        visits as visits,
        visits_all as visits_all,
    )
    from satdnd.rules.matching import Matched as Matched
    from satdnd.rules.outside import outside as outside
    from satdnd.rules.packed import Packed as Packed
    from satdnd.rules.paths import (
        Linked as Linked,
        NoLoops as NoLoops,
        linked_ends as linked_ends,
        path_ends as path_ends,
    )
    from satdnd.rules.patterns import Patterns as Patterns
    from satdnd.rules.product import Product as Product
    from satdnd.rules.rectangles import Rectangles as Rectangles
    from satdnd.rules.region import Region as Region
    from satdnd.rules.region_sizes import RegionSizes as RegionSizes, SizeCut as SizeCut
    from satdnd.rules.related import Less as Less, Related as Related
    from satdnd.rules.runs import Runs as Runs
    from satdnd.rules.seen import Seen as Seen
    from satdnd.rules.separation import (
        NoneSideBySide as NoneSideBySide,
        Undivided as Undivided,
        none_beside as none_beside,
    )
    from satdnd.rules.shapes import (
        ShapeIn as ShapeIn,
        ShapesApart as ShapesApart,
        ShapesConnected as ShapesConnected,
        can_touch as can_touch,
    )
    from satdnd.rules.ships import Ships as Ships
    from satdnd.rules.statement import (
        AnyStatement as AnyStatement,
        Combined as Combined,
        RuleStatement as RuleStatement,
        StatementFamily as StatementFamily,
        Together as Together,
        singles as singles,
    )
    from satdnd.rules.to_border import ToBorder as ToBorder
    from satdnd.rules.to_centres import ToCentres as ToCentres
    from satdnd.rules.touching import NoneTouch as NoneTouch, Untouched as Untouched
    from satdnd.rules.unknowns import NOT as NOT, Shading as Shading, Values as Values
    from satdnd.rules.value_sets import DistinctSum as DistinctSum
    from satdnd.rules.visible import Visible as Visible
    from satdnd.rules.visited_areas import across_borders as across_borders, visits_once as visits_once
    from satdnd.rules.weighted import WeightedSum as WeightedSum
    from satdnd.sat.budget import Budget as Budget
    from satdnd.sat.formula import Formula as Formula, Literal as Literal, Statement as Statement
    from satdnd.setter.latin_squares import random_square as random_square
    from satdnd.setter.parts import Generator as Generator, Repairs as Repairs

_HOMES = {
    "declaration.area_generator": "AreaMaker",
    "declaration.area_links": "area_and_cell_links area_links number_and_area_links",
    "declaration.area_values": "AREA_RULES AREA_TECHNIQUES AreaWords GivenInAreas NumberedAreas NumberedAreasKind "
    "all_given area_statements likely_numbers number_too_large",
    "declaration.areas": "Area AreaTuple Areas",
    "declaration.arrows": "ArrowGrid ArrowPuzzle arrow_links",
    "declaration.binary": "Binary BinarySolution",
    "declaration.border_words": "BorderWords areas_left",
    "declaration.borders": "Borders BordersSolution",
    "declaration.bridge_words": "BridgeWords",
    "declaration.bridges": "BridgesBetween BridgeSolution IslandPuzzle",
    "declaration.cages": "Cage Cages",
    "declaration.cell_values": "CellValued",
    "declaration.centre_loops": "CentreLoop CentreLoopSolution",
    "declaration.centre_paths": "CentrePaths CentrePathsSolution EndsPuzzle",
    "declaration.centres": "CentreGrid CentreRows centre_links centre_places centre_rows holes_of",
    "declaration.choices": "Choice Flag",
    "declaration.clues": "NumberGrid clues",
    "declaration.cross_sums": "CrossSums",
    "declaration.cross_values": "CrossValued",
    "declaration.diagonals": "CornerNumbers DiagonalSolution Diagonals",
    "declaration.digits": "DigitGrid",
    "declaration.end_repairs": "end_repairs",
    "declaration.equalities": "EQUAL UNLIKE Equalities",
    "declaration.fleet": "Fleet",
    "declaration.fleet_links": "fleet_links",
    "declaration.generator": (
        "DeclaredRecipe Design Maker SymmetricRecipe blotches easier own_recipe random_placement random_solution"
    ),
    "declaration.givens": "Givens",
    "declaration.kind": "DeclaredKind",
    "declaration.inequalities": "Inequalities",
    "declaration.latin": "GivenNumbers ValueWords placed shown_numbers",
    "declaration.loop_areas": "areas_along_loop",
    "declaration.loop_words": "LOOP_RULES LOOP_TECHNIQUES where_lines_meet",
    "declaration.loops": "BorderLoop BorderLoopSolution",
    "declaration.margins": "CountMargin CountsOfLines RunMargin SumMargin known_margins marginal_lines overfull",
    "declaration.named_areas": "NamedAreas NumberedArea",
    "declaration.normal_paths": "NormalPaths",
    "declaration.number_areas": "numbered_areas",
    "declaration.number_margins": "NumberMargin",
    "declaration.partition": "Partition",
    "declaration.path_clues": "PathGrid PathPuzzle path_faults",
    "declaration.path_covers": "cut_path path_cover random_path",
    "declaration.path_words": "PathWords none_left on_the_way",
    "declaration.placed": "Placed PlacedCells PlacedSolution",
    "declaration.puzzle": "Clue GridPuzzle overfull_number",
    "declaration.puzzlink": "body_links counted_links few_links puzz_links",
    "declaration.random_tetrominoes": "random_tetrominoes",
    "declaration.separation_words": "SEPARATION_RULES SEPARATION_TECHNIQUES",
    "declaration.sights": "SIGHT_RULES SIGHT_TECHNIQUES SightPuzzle all_sights many_sights sights too_far",
    "declaration.ship_parts": "PART_WORDS SHIP_PARTS part_at part_ways random_fleet",
    "declaration.signs": "SignGrid SignRows Symbol sign_links",
    "declaration.squares": "SquarePuzzle SquareRecipe square_sample",
    "declaration.target_areas": "Target TargetArea TargetAreas",
    "declaration.territories": "grown random_rectangles random_shapes scattered",
    "declaration.things": "Things WholeNumber",
    "declaration.values": "Valued ValuedEncoding ValuedSolution",
    "declaration.views": "Shaded ShadedSolution",
    "declaration.walled": "Walled WalledPuzzle WalledRows WalledSolution",
    "declaration.walls": "Walls",
    "declaration.winding": "winding_region",
    "declaration.words": "DeclaredWords Rule Technique TouchingWords count_techniques counted_there",
    "engine.kind": "Fault OptionalRules",
    "engine.options": "option",
    "engine.settings": "Settings",
    "errors": "CannotFulfil InputError",
    "explanation.steps": "Grading",
    "explanation.wording": "Inference names place signs subject",
    "grid.bitboard": "Bitboard Cell Grid beside lines_of pieces scan",
    "grid.notation": "area_name cell_name corner_name counted listed needs",
    "rules.area_among": "AreaAmong AreaChoice",
    "rules.borders": "EdgedArea InnerEdges inner_edges",
    "rules.centre_lines": "centre_lines",
    "rules.chain": "Chain PathNumbers",
    "rules.calculated": "Calculated",
    "rules.connected": "Connected",
    "rules.constraint": "Constraint Either Sum",
    "rules.count": "Count Counts EachOnce each_once exactly",
    "rules.cycle": "FewChanges add_changes",
    "rules.diagonals": "NoCycles corners diagonals_at",
    "rules.differ": "Differ",
    "rules.edges": "LINE NONE",
    "rules.encoder": "Encoder",
    "rules.half_turn": "Centres HalfTurn InArea centre_name shown_edges",
    "rules.homes": "Homes",
    "rules.islands": "BridgesAt IslandsConnected",
    "rules.loop": "Degree CornerDegrees SingleLoop visits visits_all",
    "rules.matching": "Matched",
    "rules.outside": "outside",
    "rules.packed": "Packed",
    "rules.paths": "Linked NoLoops linked_ends path_ends",
    "rules.patterns": "Patterns",
    "rules.product": "Product",
    "rules.rectangles": "Rectangles",
    "rules.region": "Region",
    "rules.related": "Less Related",
    "rules.runs": "Runs",
    "rules.seen": "Seen",
    "rules.separation": "Undivided none_beside NoneSideBySide",
    "rules.shapes": "ShapeIn ShapesApart ShapesConnected can_touch",
    "rules.ships": "Ships",
    "rules.statement": "AnyStatement Combined StatementFamily RuleStatement Together singles",
    "rules.touching": "NoneTouch Untouched",
    "rules.to_border": "ToBorder",
    "rules.region_sizes": "RegionSizes SizeCut",
    "rules.to_centres": "ToCentres",
    "rules.unknowns": "NOT Shading Values",
    "rules.value_sets": "DistinctSum",
    "rules.visible": "Visible",
    "rules.visited_areas": "across_borders visits_once",
    "rules.weighted": "WeightedSum",
    "sat.budget": "Budget",
    "sat.formula": "Formula Literal Statement",
    "setter.latin_squares": "random_square",
    "setter.parts": "Generator Repairs",
}
"""Modules of `satdnd`, and the names from each."""

_MODULES = {name: f"satdnd.{home}" for home, names in _HOMES.items() for name in names.split()}

__all__ = sorted(_MODULES)


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"satdnd.declare has no {name!r}; its docstring says what there is")
    value = globals()[name] = getattr(import_module(_MODULES[name]), name)
    return value
