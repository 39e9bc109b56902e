/**
 * What the modules of the page pass to each other. Only types: nothing here runs.
 *
 * @typedef {[number, number]} Cell row and column, from 0, from the top left
 * @typedef {Record<string, any> & {kind: string}} Puzzle as the command line's JSON
 * @typedef {Record<string, string>} Marks what stands in a cell, by `key(cell)`; of bridges by both ends, of edges by cell and side
 *
 * @typedef {Object} Doc one state of the work; never changed, only replaced
 * @property {Puzzle} puzzle
 * @property {Marks} marks what the player put down
 * @property {Marks | null} trial what the player tries; null: no trial is on ("" takes a mark away)
 * @property {Marks} drawing the board that the setter draws, from which the clues are counted
 * @property {boolean} follow whether the clues are counted from the drawing
 *
 * @typedef {Object} Tile one cell of a picture, as the engine's pictures have it, and what the page adds
 * @property {string} [style]
 * @property {string} [text]
 * @property {string} [note]
 * @property {number} [shade]
 * @property {boolean} [marked]
 * @property {boolean} [about]
 * @property {boolean} [used]
 * @property {boolean} [fixed] a clue or a given cell: play does not change it
 * @property {string} [mark] what the person put there
 * @property {boolean} [trial] whether that belongs to the trial
 * @property {string[]} [may] its candidates: every value in its place, and "" for one that is none
 * @property {string} [word] what a screen reader calls it, where the style does not say it
 * @property {boolean} [joinRight] one piece with the cell to the right
 * @property {boolean} [joinBelow] one piece with the cell below
 * @property {boolean} [joinLeft]
 * @property {boolean} [joinAbove]
 * @property {boolean} [goal] where a piece is to come
 *
 * @typedef {Object} Link a bridge
 * @property {Cell} start
 * @property {Cell} end
 * @property {number} [count]
 * @property {boolean} [maybe]
 * @property {boolean} [marked]
 * @property {boolean} [used]
 * @property {string} [note] what stands beside it
 * @property {string} [look] "mark", "trial", "ghost" or "none"
 *
 * @typedef {Object} Edge what is known of a side of a cell, or of a line to the centre of the next one
 * @property {Cell} cell
 * @property {string} [side] "n" or "w"; at the lower border also "s", at the right one "e"
 * @property {Cell} [other] the next cell
 * @property {string} [style] "line", which it is by default, or "none"
 * @property {boolean} [marked]
 * @property {boolean} [used]
 * @property {string} [look] "mark", "trial", "ghost" or "marked"
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
 * @property {boolean} [spaced]
 * @property {Link[]} [links]
 * @property {boolean} [dotted] the corners are dots, and lines run along edges
 * @property {Edge[]} [edges]
 * @property {string} [title]
 * @property {string} [label]
 * @property {[string, string][]} [legend]
 *
 * @typedef {Object} Count a number at the margin
 * @property {number | null} clue null: not told
 * @property {number} left how many are still to be put down
 * @property {boolean} over too many are
 * @property {boolean} done
 *
 * @typedef {Object} Tool what a click does in set mode
 * @property {string} id
 * @property {string} label
 * @property {string} tip
 * @property {string} [glyph] name of a symbol
 * @property {string} [text] or a text in its place
 * @property {string} [key] the key that chooses it
 *
 * @typedef {Object} Live what the engine knows of the board
 * @property {string} status
 * @property {any[][]} forced
 * @property {Cell[]} differing
 * @property {any[][]} wrong
 * @property {string} reason
 * @property {boolean} [stopped] the person did not want to wait
 * @property {boolean} [failed] the engine could not be reached
 * @property {number} [seconds]
 *
 * @typedef {Object} Layers what is drawn over a picture
 * @property {Map<string, string>} forced by cell: the sign that the engine knows
 * @property {boolean} showForced
 * @property {Set<string>} differing
 * @property {Set<string>} wrong
 * @property {Set<string>} about
 * @property {Set<string>} used
 * @property {Map<string, string>} fresh what a step found: of cells their signs, of edges and candidates nothing
 * @property {Set<string>} chosen cells that are chosen together
 * @property {Map<string, number>} turns which link of an argument says something of a cell
 * @property {Link[]} found bridges that a step found
 * @property {Edge[]} edges edges that a step found
 * @property {Cell | null} focus
 * @property {{rows: Count[], columns: Count[]} | null} counts
 * @property {boolean} editCounts
 * @property {boolean} coordinates
 *
 * @typedef {Object} Best what is asked of a number of pieces
 * @property {string} title of the question
 * @property {string} pieces what they are, and the field of a puzzle that says how many
 * @property {(solution: any) => string} found how many there can be
 * @property {(solution: any) => Marks} marks
 *
 * @typedef {Object} Kind the input rules of a kind
 * @property {string} name
 * @property {string} title
 * @property {string} gesture how a drag is meant: "paint", "bridge", "edge", "loop" or "slide"
 * @property {import("./lines.js").Lines} [lines] where a drag draws lines
 * @property {string[]} signs the marks that a cell cycles through, without the empty one
 * @property {boolean} [typed] whether digits are typed into cells
 * @property {boolean} [digits] whether its clues are numbers of several digits
 * @property {Record<string, string>} words of the signs, for labels
 * @property {{play: string, touch: string, set: string, setTouch?: string, typed?: string, sketch?: string}} tips typed: where clues are typed at the margins; sketch: where something is drawn then
 * @property {boolean} asksLive whether the engine is asked at every change
 * @property {Best} [best] where a board with as many as there can be is asked for
 * @property {boolean} square
 * @property {[number, number]} usual the size of a new one
 * @property {number[]} [sizes] the only sides that there are
 * @property {(puzzle: Puzzle) => [number, number]} size
 * @property {(height: number, width: number) => Puzzle} blank
 * @property {(puzzle: Puzzle, height: number, width: number) => Puzzle} resize
 * @property {(puzzle: Puzzle, marks: Marks, trial: Marks | null) => Picture} picture
 * @property {(puzzle: Puzzle, cell: Cell) => boolean} fixed
 * @property {(puzzle: Puzzle) => string[]} [values] that a cell may hold, of kinds with values
 * @property {(puzzle: Puzzle, cell: Cell) => string[]} [houses] names of what holds a value only once, and has this cell
 * @property {(puzzle: Puzzle, marks: Marks) => any} given as the engine takes it
 * @property {(puzzle: Puzzle) => boolean} empty whether there is no clue yet
 * @property {(puzzle: Puzzle, marks: Marks) => {rows: Count[], columns: Count[]}} [counts]
 * @property {(puzzle: Puzzle, what: string, index: number, text: string) => Puzzle | string} [setCount] what is typed at a margin; a text: what is wrong with it
 * @property {(puzzle: Puzzle, follow: boolean) => Tool[]} tools
 * @property {(puzzle: Puzzle, cell: Cell, tool: string, on?: boolean) => Puzzle} put with a tool in set mode
 * @property {(puzzle: Puzzle, cell: Cell, tool: string) => boolean} has whether the tool's thing stands there
 * @property {(puzzle: Puzzle, cell: Cell, typed: string, fresh: boolean) => Puzzle | null} [type] a key in set mode
 * @property {(puzzle: Puzzle, drawing: Marks) => Puzzle} [count] the clues of a drawing
 * @property {(puzzle: Puzzle, marks: Marks) => string} [tally] one line about what is put down
 * @property {(puzzle: Puzzle, marks: Marks, cell: Cell, cell2: Cell) => Puzzle | null} [join] a drag in set mode
 */
export {};
