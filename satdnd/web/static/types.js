/**
 * The types shared by the page's modules. Nothing here runs.
 *
 * @typedef {[number, number]} Cell row and column, from 0, from the top left
 * @typedef {Record<string, any> & {kind: string}} Puzzle as the command line's JSON
 * @typedef {Record<string, string>} Marks by key: `key(cell)` for a cell, both ends for a bridge, cell and side for an edge
 *
 * @typedef {Object} Doc one state of the work; immutable
 * @property {Puzzle} puzzle
 * @property {Marks} marks the player's marks
 * @property {Marks | null} trial the marks of a trial; null if none is active ("" hides a mark)
 * @property {Marks} drawing the board that the setter draws, from which the clues are counted
 * @property {boolean} follow whether the clues are counted from the drawing
 * @property {string} [saved] its id among the puzzles that this browser keeps
 *
 * @typedef {Object} Tile one cell of a picture, from the engine, with additions by the page
 * @property {string} [style]
 * @property {string} [text]
 * @property {string} [note]
 * @property {number} [shade]
 * @property {boolean} [marked]
 * @property {boolean} [about]
 * @property {boolean} [used]
 * @property {boolean} [fixed] a clue or a given cell, which play does not change
 * @property {string} [mark] the player's mark
 * @property {boolean} [trial] whether the mark belongs to the trial
 * @property {string[]} [may] its candidates: every value at its position, and "" for excluded ones
 * @property {string} [word] its name for screen readers, if the style does not determine it
 * @property {boolean} [joinRight] one piece with the cell to the right
 * @property {boolean} [joinBelow] one piece with the cell below
 * @property {boolean} [joinLeft]
 * @property {boolean} [joinAbove]
 * @property {boolean} [goal] a target cell
 * @property {string} [tint] "in" or "out": the side of a loop on which the player takes the cell to be
 *
 * @typedef {Object} Link a bridge
 * @property {Cell} start
 * @property {Cell} end
 * @property {number} [count]
 * @property {boolean} [maybe]
 * @property {boolean} [marked]
 * @property {boolean} [used]
 * @property {string} [note] a text next to it
 * @property {string} [look] "mark", "trial", "ghost" or "none"
 *
 * @typedef {Object} Edge the state of a side of a cell, or of a line to the centre of the next one
 * @property {Cell} cell
 * @property {string} [side] "n" or "w"; at the lower border also "s", at the right one "e"
 * @property {Cell} [other] the next cell
 * @property {string} [style] "line" (default) or "none"
 * @property {boolean} [marked]
 * @property {boolean} [used]
 * @property {string} [look] "mark", "trial", "ghost" or "marked"
 * @property {number} [piece] a number for the lines that hang together with it
 *
 * @typedef {[row: number, column: number, side: string, sign: string]} Sign on the line to the right of a cell ("e") or below it ("s")
 *
 * @typedef {Object} Picture
 * @property {Tile[][]} tiles
 * @property {string[]} [left]
 * @property {string[]} [top]
 * @property {string[]} [right]
 * @property {string[]} [bottom]
 * @property {string} [margin] what the margins hold: "walls" (their number), "runs" (lists of lengths) or "numbers" (on all sides)
 * @property {Cell[]} [lines_right]
 * @property {Cell[]} [lines_below]
 * @property {boolean} [ruled]
 * @property {boolean} [spoken] whether screen readers are told these lines as borders
 * @property {boolean} [spaced]
 * @property {Link[]} [links]
 * @property {boolean} [dotted] the corners are dots, and lines run along edges
 * @property {string[][]} [corners] the texts at the corners of a dotted picture, row by row
 * @property {Cell[]} [circles] of a dotted picture, at places in half cells: (0, 0) is the middle of the first cell
 * @property {string} [line] the word for a line along an edge
 * @property {Edge[]} [edges]
 * @property {Sign[]} [signs] between cells
 * @property {Cell[][]} [cages] cells with a dashed line inside their border
 * @property {string} [title]
 * @property {string} [label]
 * @property {[string, string][]} [legend]
 *
 * @typedef {Object} Count a number at a margin
 * @property {number | null} clue null if unknown
 * @property {number} left the number still missing
 * @property {boolean} over whether there are too many
 * @property {boolean} done
 * @property {boolean[]} [struck] of runs, which are certain
 *
 * @typedef {Object} Tool what a click does in set mode
 * @property {string} id
 * @property {string} label
 * @property {string} tip
 * @property {string} [glyph] name of a symbol
 * @property {string} [text] or a text instead
 * @property {string} [key] the key that chooses it
 *
 * @typedef {Object} Live the engine's answer about the board
 * @property {string} status
 * @property {any[][]} forced
 * @property {Cell[]} differing
 * @property {any[][]} wrong
 * @property {string} reason
 * @property {boolean} [stopped] the player stopped it
 * @property {boolean} [failed] the engine could not be reached
 * @property {number} [seconds]
 *
 * @typedef {Object} Layers what is drawn over a picture
 * @property {Map<string, string>} forced by cell: the sign known by the engine
 * @property {boolean} showForced
 * @property {Set<string>} differing
 * @property {Set<string>} wrong
 * @property {Set<string>} about
 * @property {Set<string>} used
 * @property {Map<string, string>} fresh the marks found by a step: for cells with their signs, else empty
 * @property {Set<string>} chosen the cells selected together
 * @property {string} same the value whose other places are emphasized; empty if none
 * @property {Map<string, number>} turns by cell: the number of the argument's link that settles it
 * @property {Link[]} found bridges found by a step
 * @property {Edge[]} edges edges found by a step
 * @property {Cell | null} focus
 * @property {{rows: Count[], columns: Count[]} | null} counts
 * @property {boolean} editCounts
 * @property {boolean} coordinates
 *
 * @typedef {Object} Best a question for the maximum number of pieces
 * @property {string} title of the question
 * @property {string} pieces their noun, and the puzzle's field for their number
 * @property {(solution: any) => string} found a text with the maximum
 * @property {(solution: any) => Marks} marks
 *
 * @typedef {Object} Kind the input rules of a kind
 * @property {string} name
 * @property {string} title
 * @property {string} gesture the meaning of a drag: "paint", "bridge", "edge", "loop" or "slide"
 * @property {import("./lines.js").Lines} [lines] where a drag draws lines
 * @property {typeof import("./divisions.js").boxed} [boxed] the marks of a rectangle, where a drag from cell to cell draws one
 * @property {string[]} signs the marks that a cell cycles through, without the empty one
 * @property {boolean} [typed] whether digits are typed into cells
 * @property {boolean} [digits] whether its clues are numbers of several digits
 * @property {string[]} [tints] the signs for cells inside and outside of a loop, which are notes of the player alone
 * @property {Record<string, string>} words for the signs, in labels
 * @property {{play: string, touch: string, set: string, setTouch?: string, typed?: string, sketch?: string}} tips typed: for clues typed at the margins; sketch: for drawing in this case
 * @property {boolean} asksLive whether the engine is asked at every change
 * @property {Best} [best] the question for the maximum number of pieces
 * @property {{name: string, usual: string | undefined, other: string | boolean, title: string}[]} [variants] of the rules, each a field of the puzzle
 * @property {(puzzle: Puzzle) => [number, number]} [shape] of its boxes
 * @property {(puzzle: Puzzle) => [number, number][]} [shapes] that its boxes may have, the usual one first
 * @property {{operation: string, reached: (puzzle: Puzzle, marks: Marks) => number | null, best: (record: any) => number | null, ends: boolean, said: (reached: number, best: number | null, puzzle: Puzzle) => string}} [optimum]
 *   the number that is to be small or large: reached at the end, null before; the best, from an operation of the engine;
 *   ends: whether a worse one also ends the play
 * @property {boolean} square
 * @property {[number, number]} usual the default size
 * @property {number[]} [sizes] the only supported sides
 * @property {(puzzle: Puzzle) => [number, number]} size
 * @property {(height: number, width: number) => Puzzle} blank
 * @property {(puzzle: Puzzle, height: number, width: number) => Puzzle} resize
 * @property {(puzzle: Puzzle, marks: Marks, trial: Marks | null) => Picture} picture
 * @property {(puzzle: Puzzle, cell: Cell) => boolean} fixed
 * @property {(puzzle: Puzzle) => string[]} [values] the values of a cell, for kinds with values
 * @property {(puzzle: Puzzle, cell: Cell) => string[]} [houses] names of the houses of a cell, in which a value occurs only once
 * @property {(puzzle: Puzzle, marks: Marks) => any} given in the engine's form
 * @property {(puzzle: Puzzle) => boolean} empty whether there is no clue yet
 * @property {(puzzle: Puzzle, marks: Marks) => {rows: Count[], columns: Count[]}} [counts]
 * @property {(puzzle: Puzzle, what: string, index: number, text: string) => Puzzle | string} [setCount] sets a count typed at a margin; returns a text if it is invalid
 * @property {(puzzle: Puzzle, follow: boolean) => Tool[]} tools
 * @property {(puzzle: Puzzle, cell: Cell, tool: string, on?: boolean, chosen?: string) => Puzzle} put with a tool in set mode; chosen: the tool that is
 * @property {(puzzle: Puzzle, cell: Cell, tool: string) => boolean} has whether the tool's thing is there
 * @property {(cell: Cell, point: import("./lines.js").Point) => string} [nearest] the tool of a click there, if the place in the cell matters
 * @property {(puzzle: Puzzle, name: string) => boolean} [framed] whether an edge is drawn already, as part of the frame of the board
 * @property {(puzzle: Puzzle, cell: Cell, typed: string, fresh: boolean, chosen?: string) => Puzzle | null} [type] handles a key
 * @property {(puzzle: Puzzle, drawing: Marks) => Puzzle} [count] counts the clues of a drawing
 * @property {(puzzle: Puzzle, marks: Marks) => string} [tally] one line about the marks
 * @property {{text: (puzzle: Puzzle) => string, typed: (puzzle: Puzzle, text: string) => Puzzle | string}} [fleet] the lengths of ships; typed returns a text if they are invalid
 * @property {(puzzle: Puzzle, marks: Marks, cell: Cell, cell2: Cell, chosen?: string) => Puzzle | null} [join] a drag in set mode
 * @property {ReturnType<typeof import("./drawn-borders.js").drawnBorders> | ReturnType<typeof import("./compared.js").comparedCells>} [borders] drawn in set mode
 *
 * @typedef {Object} ClueRules the input rules of a family of clues, besides those of a kind
 * @property {(height: number, width: number) => Record<string, any>} blank the fields of an empty puzzle
 * @property {(puzzle: Puzzle, height: number, width: number) => Record<string, any>} resize those of a resized one
 * @property {(puzzle: Puzzle) => string[][]} [text] in each cell
 * @property {string} [word] for the clues, for screen readers
 * @property {(puzzle: Puzzle, cell: Cell) => string} [wordAt] the same for one
 * @property {(puzzle: Puzzle, cell: Cell) => boolean} [hole] whether a cell is none of the board
 * @property {boolean} [walled] whether numbers are in walls
 * @property {(puzzle: Puzzle) => Partial<Picture> & {notes?: string[][]}} [areas] their lines, and texts in corners
 * @property {(puzzle: Puzzle) => Partial<Picture>} [margins]
 * @property {(puzzle: Puzzle) => string[][]} [names] of the areas, by cell
 * @property {(puzzle: Puzzle, names: string[][]) => Puzzle} [renamed] with other areas
 * @property {string} [setTip]
 * @property {string} [setTouch]
 * @property {string} [typedTip]
 * @property {string} [drawTip] for a drawing from which the clues are counted
 *
 * @typedef {Omit<Partial<Kind>, "blank" | "resize" | "size"> & Pick<Kind, "size" | "fixed" | "empty" | "tools" | "has" | "put"> & ClueRules} Family
 */
export {};
