import { shownRatio } from '../../../model/colour.ts'
import type { StaticFacts } from '../../../model/page-static.ts'
import type { Rgba } from '../../../model/page-view.ts'
import type { Sighting } from '../score/define-rule.ts'
import { contrastFix } from './colour-fix.ts'
import { toHex } from './colour.ts'

export type Low = {
  /** What it is about, up to the figure: `the edge of the field has a contrast of`. */
  readonly what: string
  /** After the figure: the view or the state it was seen in. */
  readonly where: string
  readonly ratio: number
  readonly needed: number
  /** The two colours as painted; ink is null where nothing is drawn. */
  readonly shown: { readonly ink: Rgba | null; readonly ground: Rgba } | null
  /** The colour as the style sheet gives it, before any fading; null where no one value is to blame. */
  readonly written: Rgba | null
  readonly opacity: number
  /** Properties that such a colour is written in. */
  readonly properties: readonly string[]
}

/** Words, figures and repair of a contrast that is too low: the same for texts, states and parts. */
export function tooLow(
  files: StaticFacts | null,
  { what, where, ratio, needed, shown, written, opacity, properties }: Low,
): Pick<Sighting, 'message' | 'measured' | 'fix'> {
  const value = shownRatio(ratio)
  const colours =
    shown === null || shown.ink === null ? '' : `: ${toHex(shown.ink)} on ${toHex(shown.ground)}`
  const fix =
    written === null || shown === null
      ? null
      : contrastFix(files, { written, ground: shown.ground, opacity, needed, properties })
  return {
    message: `${what} ${value}:1${where}${colours}; ${needed}:1 is needed`,
    measured: { value, needed, unit: ':1' },
    ...(fix === null ? {} : { fix }),
  }
}
