import type { Box, Control, Heading, ImageFact, Rgba, TextBlock, TextRun } from './page-view.ts'

export type Landmark = {
  readonly selector: string
  readonly role: string
  readonly name: string
  readonly visible: boolean
  readonly box: Box
}

export type FieldFact = {
  readonly selector: string
  readonly tag: string
  readonly type: string
  readonly name: string | null
  readonly accessibleName: string
  readonly label: Control['label']
  readonly required: boolean
  readonly ariaRequired: boolean
  readonly pattern: string | null
  /** `min`, `max`, `minlength` and `maxlength` as they are written. */
  readonly bounds?: Readonly<Record<string, string>>
  readonly placeholder: string | null
  readonly visible: boolean
}

export type FormFact = {
  readonly selector: string
  readonly action: string | null
  readonly method: string
  readonly fields: readonly FieldFact[]
  readonly submitters: readonly string[]
}

export type FrameFact = {
  readonly selector: string
  readonly box: Box
  readonly visible: boolean
}

/** Sound or film, whether it can be seen or not. */
export type MediaFact = {
  readonly selector: string
  readonly tag: string
  readonly autoplay: boolean
  readonly muted: boolean
  readonly loop: boolean
  readonly controls: boolean
  /** How long it plays; null if that is not known yet. */
  readonly seconds?: number | null
}

export type TableFact = {
  readonly selector: string
  /** `presentation` or `none` for a table that only lays out; null if no role is written. */
  readonly role: string | null
  readonly rows: number
  readonly columns: number
  readonly headers: number
  readonly caption: string | null
  readonly box: Box
}

/** A top-level part of the page and how it is built. */
export type SectionFact = {
  readonly selector: string
  readonly tag: string
  readonly id: string | null
  readonly heading: string | null
  readonly box: Box
  /** Tags two levels deep, equal siblings counted: unrelated sections with the same one look alike. */
  readonly signature: string
  /** The part with the most equal children, such as a grid of cards. */
  readonly repeats: {
    readonly selector: string
    readonly count: number
    readonly columns: number
    readonly item: CardFact
    /** Those whose corners, edges or padding are not those of most. */
    readonly odd?: readonly { readonly selector: string; readonly item: CardFact }[]
  } | null
  /** Above and below its content, in pixels. */
  readonly padding?: { readonly top: number; readonly bottom: number }
}

/** How the items of a repeated part look; taken from the first one. */
export type CardFact = {
  readonly signature: string
  readonly background: Rgba
  readonly radius: number
  readonly shadow: string | null
  readonly borderWidth: number
  readonly padding: number
  readonly icon: 'svg' | 'img' | 'font' | 'emoji' | null
  readonly heading: boolean
  readonly sentences: number
}

export type Tally<Value> = {
  readonly value: Value
  readonly count: number
  /** The first few elements that have it. */
  readonly selectors: readonly string[]
}

/** What the computed styles of all visible elements add up to. */
export type StyleTally = {
  readonly colours: readonly (Tally<Rgba> & {
    readonly use: 'text' | 'background' | 'border'
    readonly area: number
  })[]
  readonly fontFamilies: readonly Tally<string>[]
  readonly gradients: readonly {
    readonly selector: string
    readonly css: string
    readonly stops: readonly Rgba[]
    readonly box: Box
    readonly area: number
    readonly onText: boolean
  }[]
  readonly animations: readonly {
    readonly selector: string
    readonly name: string
    readonly durationMs: number
    readonly iterations: number | 'infinite'
  }[]
}

/** What the style sheets promise about states, read from the rules themselves. */
export type StateRules = {
  readonly hover: readonly string[]
  readonly focus: readonly string[]
  readonly active: readonly string[]
  readonly darkScheme: boolean
}

/** Something wider than the viewport that makes the page scroll sideways. */
export type Overflow = {
  readonly selector: string
  readonly right: number
  readonly left: number
  readonly box: Box
}

/** One viewport, seen once the page has settled. */
export type ViewFacts = {
  readonly width: number
  readonly height: number
  readonly scheme: 'light' | 'dark'
  /** A dialog, menu or details that was opened before this was gathered, else null. */
  readonly opened: string | null
  readonly scrollWidth: number
  readonly clientWidth: number
  readonly scrollHeight: number
  readonly overflows: readonly Overflow[]
  readonly texts: readonly TextRun[]
  readonly blocks: readonly TextBlock[]
  readonly controls: readonly Control[]
  readonly images: readonly ImageFact[]
  readonly media?: readonly MediaFact[]
  readonly headings: readonly Heading[]
  readonly landmarks: readonly Landmark[]
  readonly forms: readonly FormFact[]
  readonly ids: readonly string[]
  readonly frames: readonly FrameFact[]
  /** How many elements of each name the page has, seen or not. */
  readonly tags?: Readonly<Record<string, number>>
  readonly tables: readonly TableFact[]
  readonly sections: readonly SectionFact[]
  readonly styles: StyleTally
  readonly states: StateRules
  /** Elements that were left out because the page has too many. */
  readonly leftOut: number
}
