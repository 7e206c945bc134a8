export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan' | 'magenta'

export type Paint = (style: Style | readonly Style[], text: string) => string

/** Where lines are shown. */
export type Screen = {
  readonly paint: Paint
  /** How wide texts may be, and how much fits into a line of a table. */
  readonly width: number
  readonly columns: number
  /** A person is watching a live line. */
  readonly live: boolean
  /** Only signs that every terminal has. */
  readonly plain: boolean
  /** Without the text of artifacts. */
  readonly compact: boolean
  /** An agent reads this, whose context fills up. */
  readonly isAgentSession: boolean
}

/** Lines for a file or a pipe. */
export const plainScreen: Screen = {
  paint: (_, text) => text,
  width: 110,
  columns: Infinity,
  live: false,
  plain: false,
  compact: false,
  isAgentSession: false,
}
