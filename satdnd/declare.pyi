# What satdnd.declare has, and where it stands: read by type checkers, and by declare.py itself.
from satdnd.declaration.area_puzzles import (
    HOLE_RULE as HOLE_RULE,
    AreaPuzzle as AreaPuzzle,
    likely_areas as likely_areas,
    unshaded_holes as unshaded_holes,
)
from satdnd.declaration.area_values import (
    AreaWords as AreaWords,
    GivenInAreas as GivenInAreas,
    NumberedAreas as NumberedAreas,
)
from satdnd.declaration.binary import Binary as Binary, BinarySolution as BinarySolution
from satdnd.declaration.clues.areas import Area as Area, Areas as Areas, AreaTuple as AreaTuple
from satdnd.declaration.clues.arrows import (
    ArrowGrid as ArrowGrid,
    ArrowPuzzle as ArrowPuzzle,
    arrow_links as arrow_links,
)
from satdnd.declaration.clues.cages import Cage as Cage, Cages as Cages
from satdnd.declaration.clues.centres import (
    CentreGrid as CentreGrid,
    CentreRows as CentreRows,
    centre_links as centre_links,
    centre_places as centre_places,
    centre_rows as centre_rows,
    holes_of as holes_of,
)
from satdnd.declaration.clues.choices import Choice as Choice, Flag as Flag
from satdnd.declaration.clues.cross_sums import CrossSums as CrossSums
from satdnd.declaration.clues.digits import DigitGrid as DigitGrid
from satdnd.declaration.clues.equalities import EQUAL as EQUAL, UNLIKE as UNLIKE, Equalities as Equalities
from satdnd.declaration.clues.family import NumberGrid as NumberGrid, clues as clues
from satdnd.declaration.clues.fleet import Fleet as Fleet
from satdnd.declaration.clues.givens import Givens as Givens
from satdnd.declaration.clues.inequalities import Inequalities as Inequalities
from satdnd.declaration.clues.margins import (
    CountMargin as CountMargin,
    CountsOfLines as CountsOfLines,
    RunMargin as RunMargin,
    SumMargin as SumMargin,
    known_margins as known_margins,
    marginal_lines as marginal_lines,
    overfull as overfull,
)
from satdnd.declaration.clues.named_areas import NamedAreas as NamedAreas, NumberedArea as NumberedArea
from satdnd.declaration.clues.number_margins import NumberMargin as NumberMargin
from satdnd.declaration.clues.partition import Partition as Partition
from satdnd.declaration.clues.ship_parts import (
    PART_WORDS as PART_WORDS,
    SHIP_PARTS as SHIP_PARTS,
    part_at as part_at,
    part_ways as part_ways,
    random_fleet as random_fleet,
)
from satdnd.declaration.clues.signs import (
    SignGrid as SignGrid,
    SignRows as SignRows,
    Symbol as Symbol,
    sign_links as sign_links,
)
from satdnd.declaration.clues.target_areas import (
    Target as Target,
    TargetArea as TargetArea,
    TargetAreas as TargetAreas,
)
from satdnd.declaration.clues.things import Things as Things, WholeNumber as WholeNumber
from satdnd.declaration.clues.walls import Walls as Walls
from satdnd.declaration.end_repairs import end_repairs as end_repairs
from satdnd.declaration.generators.area_generator import AreaMaker as AreaMaker
from satdnd.declaration.generators.generator import (
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
from satdnd.declaration.generators.loop_areas import areas_along_loop as areas_along_loop
from satdnd.declaration.generators.normal_paths import NormalPaths as NormalPaths
from satdnd.declaration.generators.path_covers import (
    cut_path as cut_path,
    path_cover as path_cover,
    random_path as random_path,
)
from satdnd.declaration.generators.random_tetrominoes import random_tetrominoes as random_tetrominoes
from satdnd.declaration.generators.territories import (
    grown as grown,
    random_rectangles as random_rectangles,
    random_shapes as random_shapes,
    scattered as scattered,
)
from satdnd.declaration.generators.winding import winding_region as winding_region
from satdnd.declaration.kind import DeclaredKind as DeclaredKind
from satdnd.declaration.latin import (
    GivenNumbers as GivenNumbers,
    ValueWords as ValueWords,
    placed as placed,
)
from satdnd.declaration.links.area_links import (
    area_links as area_links,
    number_and_area_links as number_and_area_links,
)
from satdnd.declaration.links.fleet_links import fleet_links as fleet_links
from satdnd.declaration.links.puzzlink import (
    body_links as body_links,
    counted_links as counted_links,
    few_links as few_links,
    puzz_links as puzz_links,
)
from satdnd.declaration.number_areas import numbered_areas_kind as numbered_areas_kind
from satdnd.declaration.path_clues import (
    PathGrid as PathGrid,
    PathPuzzle as PathPuzzle,
    path_faults as path_faults,
)
from satdnd.declaration.puzzle import Clue as Clue, GridPuzzle as GridPuzzle, overfull_number as overfull_number
from satdnd.declaration.sights import (
    SIGHT_RULES as SIGHT_RULES,
    SIGHT_TECHNIQUES as SIGHT_TECHNIQUES,
    SightPuzzle as SightPuzzle,
    all_sights as all_sights,
    many_sights as many_sights,
    sights as sights,
    too_far as too_far,
)
from satdnd.declaration.squares import (
    SquarePuzzle as SquarePuzzle,
    SquareRecipe as SquareRecipe,
    square_sample as square_sample,
)
from satdnd.declaration.views.borders import Borders as Borders, BordersSolution as BordersSolution
from satdnd.declaration.views.bridges import (
    BridgesBetween as BridgesBetween,
    BridgeSolution as BridgeSolution,
    IslandPuzzle as IslandPuzzle,
)
from satdnd.declaration.views.cell_values import CellValued as CellValued
from satdnd.declaration.views.centre_loops import CentreLoop as CentreLoop, CentreLoopSolution as CentreLoopSolution
from satdnd.declaration.views.centre_paths import (
    CentrePaths as CentrePaths,
    CentrePathsSolution as CentrePathsSolution,
    EndsPuzzle as EndsPuzzle,
)
from satdnd.declaration.views.cross_values import CrossValued as CrossValued
from satdnd.declaration.views.diagonals import (
    CornerNumbers as CornerNumbers,
    Diagonals as Diagonals,
    DiagonalSolution as DiagonalSolution,
)
from satdnd.declaration.views.loops import BorderLoop as BorderLoop, BorderLoopSolution as BorderLoopSolution
from satdnd.declaration.views.placed import (
    Placed as Placed,
    PlacedCells as PlacedCells,
    PlacedSolution as PlacedSolution,
)
from satdnd.declaration.views.values import (
    Valued as Valued,
    ValuedEncoding as ValuedEncoding,
    ValuedSolution as ValuedSolution,
)
from satdnd.declaration.views.view import Shaded as Shaded, ShadedSolution as ShadedSolution
from satdnd.declaration.walled import (
    Walled as Walled,
    WalledPuzzle as WalledPuzzle,
    WalledRows as WalledRows,
    WalledSolution as WalledSolution,
)
from satdnd.declaration.words.border_words import BorderWords as BorderWords, areas_left as areas_left
from satdnd.declaration.words.bridge_words import BridgeWords as BridgeWords
from satdnd.declaration.words.kind_words import (
    DeclaredWords as DeclaredWords,
    Rule as Rule,
    Technique as Technique,
    TouchingWords as TouchingWords,
    count_techniques as count_techniques,
    counted_there as counted_there,
)
from satdnd.declaration.words.loop_words import (
    LOOP_RULES as LOOP_RULES,
    LOOP_TECHNIQUES as LOOP_TECHNIQUES,
    where_lines_meet as where_lines_meet,
)
from satdnd.declaration.words.path_words import (
    PathWords as PathWords,
    none_left as none_left,
    on_the_way as on_the_way,
)
from satdnd.declaration.words.separation_words import (
    SEPARATION_RULES as SEPARATION_RULES,
    SEPARATION_TECHNIQUES as SEPARATION_TECHNIQUES,
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
from satdnd.rules.area_among import AreaAmong as AreaAmong, AreaChoice as AreaChoice, EachAreaAmong as EachAreaAmong
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

__all__: list[str]
