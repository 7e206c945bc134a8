import type { Backdrop, Box, Rgba } from './page-view.ts'

export type ClickEffect =
  | 'navigation'
  | 'mutation'
  | 'request'
  | 'dialog'
  | 'focus'
  | 'scroll'
  | 'download'
  | 'popup'
  | 'none'
  | 'error'
  /** Could not be clicked: covered, hidden, disabled, or time ran out. */
  | 'not-clicked'

/** What a click on one control did. Several effects can come of one click; `none` stands alone. */
export type ClickProbe = {
  readonly selector: string
  readonly name: string
  readonly effects: readonly ClickEffect[]
  /** The address, message or element that shows the effect. */
  readonly detail: string | null
}

export type FormTry = {
  readonly blocked: boolean
  /** Fields that the browser or the page called invalid. */
  readonly invalid: readonly { readonly selector: string; readonly message: string }[]
  /** New visible text after the try, such as an error or a thank-you. */
  readonly shown: readonly string[]
  /** An `aria-invalid` or `role=alert` or live region was set. */
  readonly announced: boolean
  readonly request: string | null
  /** What the server answered to the last request of the try. */
  readonly answer?: number
  readonly navigation: string | null
  readonly errors: readonly string[]
  /** Every button that could send it was disabled. */
  readonly locked?: boolean
}

export type FormProbe = {
  readonly selector: string
  readonly empty: FormTry | null
  readonly valid: FormTry | null
  /** A wrong value in the first field with a type or pattern, the rest valid. */
  readonly wrong: FormTry | null
}

export type FocusStop = {
  readonly selector: string
  readonly name: string
  readonly box: Box
  /** Style properties that differ between focused and not; empty means that nothing shows. */
  readonly changed: readonly string[]
  /** Outline, border, shadow or background as focused. */
  readonly indicator: {
    readonly outline: string
    readonly outlineColour: Rgba | null
    readonly boxShadow: string | null
    readonly borderColour: Rgba | null
  }
  /** Pixels around the element that changed; null when style differences settled it. */
  readonly changedPixels: number | null
  readonly visible: boolean
  readonly inView: boolean
  readonly coveredBy: string | null
}

export type KeyboardWalk = {
  readonly stops: readonly FocusStop[]
  /** Focusable controls that Tab never reached. */
  readonly unreached: readonly string[]
  /** The stops that focus went round in without getting out, else empty. */
  readonly trap: readonly string[]
  /** Focus left the page at its end, or came back to its start. */
  readonly completed: boolean
}

export type StatePaint = {
  readonly colour: Rgba
  readonly background: Rgba
  readonly backgroundImage: string | null
  readonly borderColour: Rgba
  readonly outline: string
  readonly boxShadow: string | null
  readonly textDecoration: string
  readonly opacity: number
  readonly backdrop: Backdrop
}

/** A control at rest, hovered, focused and pressed. A state equal to `rest` is null. */
export type StateProbe = {
  readonly selector: string
  readonly text: string
  readonly rest: StatePaint
  readonly hover: StatePaint | null
  readonly focus: StatePaint | null
  readonly active: StatePaint | null
}

/** A dialog, menu or details that can be opened. */
export type OpenerProbe = {
  readonly opener: string
  readonly opened: string
  readonly kind: 'dialog' | 'details' | 'popover' | 'expanded'
  readonly closesOnEscape: boolean | null
  readonly focusMovedInside: boolean | null
  readonly focusReturned: boolean | null
}

export type ProbeFacts = {
  readonly clicks: readonly ClickProbe[]
  readonly forms: readonly FormProbe[]
  readonly keyboard: KeyboardWalk
  readonly states: readonly StateProbe[]
  readonly openers: readonly OpenerProbe[]
  /** What scripts keep restyling while nobody does anything. */
  readonly restless?: readonly string[]
  /** Probes that were not made because time or their number ran out. */
  readonly leftOut: readonly string[]
}
