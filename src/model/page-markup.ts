/** How the document is written, where other facts say only what comes of it. */

type Marked = { readonly selector: string }

export type MarkedImage = Marked & {
  readonly alt: string | null
  readonly title: string
  readonly role: string
}

export type MarkedField = Marked & {
  readonly type: string
  readonly name: string
  readonly accessibleName: string
  /** The words of each label that belongs to it, empty ones too. */
  readonly labels: readonly string[]
  readonly autocomplete: string
  /** Words beside it that explain it or name its error, and that nothing ties to it. */
  readonly looseHint: string
  /** What is written to happen on a change. */
  readonly onChange: string
  readonly visible: boolean
  /** Every group around it by selector, the nearest first. */
  readonly groups: readonly string[]
}

export type MarkedGroup = Marked & {
  readonly tag: string
  readonly name: string
  readonly fields: number
}

export type MarkedFrame = Marked & {
  readonly name: string
  readonly tabIndex: number
  readonly isHidden: boolean
  /** What is read in it; empty for a frame of another site. */
  readonly text: string
  /** How many things in it take the focus; null for a frame of another site. */
  readonly stops: number | null
}

/** A part with a language or a direction of its own, or in letters of another direction. */
export type MarkedPart = Marked & {
  readonly lang: string
  readonly direction: string
  readonly text: string
}

/** Hidden words or controls that a style shows on hovering, and for nothing else. */
export type HoverShown = Marked & {
  readonly rule: string
  readonly text: string
  readonly controls: number
}

export type MarkedMedia = Marked & {
  readonly tag: string
  readonly tracks: readonly string[]
  /** Can be started or starts by itself, and is not silent decoration. */
  readonly heard: boolean
  /** Its file is named after captions, which may be part of the picture. */
  readonly saysSo: boolean
  /** The words next to it that can be seen and heard; a note stands for a sound. */
  readonly around: string
}

export type MarkedTable = Marked & {
  readonly inside: 'cell' | 'header' | null
  /** Cells by row, spans counted. */
  readonly widths: readonly number[]
  readonly emptyHeaders: number
  readonly dataCells: number
  readonly headerCells: number
}

export type MarkupFacts = {
  readonly obsolete: readonly (Marked & { readonly tag: string })[]
  readonly images: readonly MarkedImage[]
  readonly fields: readonly MarkedField[]
  readonly groups: readonly MarkedGroup[]
  readonly frames: readonly MarkedFrame[]
  readonly parts: readonly MarkedPart[]
  readonly hoverShown: readonly HoverShown[]
  /** Style rules that turn content by a right angle in one orientation of the screen. */
  readonly turned: readonly (Marked & { readonly rule: string; readonly media: string })[]
  readonly media: readonly MarkedMedia[]
  readonly tables: readonly MarkedTable[]
  /** What takes the focus though it cannot be used, scrolled or written in. */
  readonly idleStops: readonly (Marked & { readonly text: string })[]
}
