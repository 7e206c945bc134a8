import { utilityOf } from '../read/tailwind.ts'
import type { Place, Style, Ui, UiElement } from '../read/ui.ts'

/** Something that moves, or changes over time. */
export type Motion = Place & {
  readonly text: string
  /** What changes: properties of CSS, or `all`. */
  readonly properties: readonly string[]
  readonly ms: number | null
  readonly isEndless: boolean
  readonly isTransition: boolean
  readonly style: Style | null
  readonly element: UiElement | null
}

/** The parts of a list, commas in brackets apart. */
const listed = (value: string): readonly string[] =>
  value.split(/,(?![^()]*\))/).map((each) => each.trim())

function milliseconds(text: string): number | null {
  const match = /(?<![\w.-])(\d*\.?\d+)(ms|s)\b/.exec(text)
  return match === null ? null : Number(match[1]) * (match[2] === 's' ? 1000 : 1)
}

const keyword =
  /^(?:ease(?:-in|-out|-in-out)?|linear|step-(?:start|end)|infinite|normal|reverse|alternate|forwards|backwards|both|none|running|paused|initial|inherit|\d.*|[\d.]+m?s|.*\(.*)$/

const names = (text: string): readonly string[] =>
  text.split(/\s+(?![^(]*\))/).filter((word) => word !== '' && !keyword.test(word))

export function motionsOf(ui: Ui): readonly Motion[] {
  const frames = keyframesOf(ui)
  const inStyles = ui.styles.filter(ui.isTouched).flatMap((style): readonly Motion[] => {
    const { property, path, line } = style
    const value = ui.tokens.valueOf(style.value) ?? style.value
    const base = { path, line, text: `${property}: ${style.value}`, style, element: null }
    if (property === 'scroll-behavior' && value === 'smooth')
      return [{ ...base, properties: ['scroll'], ms: null, isEndless: false, isTransition: false }]
    if (property === 'transition' || property === 'transition-property')
      return listed(value)
        .filter((each) => !/^(?:none|inherit|initial)/.test(each))
        .map((each) => ({
          ...base,
          properties: [names(each)[0] ?? 'all'],
          ms: milliseconds(each),
          isEndless: false,
          isTransition: true,
        }))
    if (property === 'transition-duration')
      return [
        { ...base, properties: [], ms: milliseconds(value), isEndless: false, isTransition: true },
      ]
    if (property !== 'animation' && property !== 'animation-name') return []
    return listed(value).flatMap((each) => {
      const frame = names(each).find((name) => frames.has(name))
      if (frame === undefined) return []
      const isEndless = /\binfinite\b/.test(each) || isEndlessIn(ui, style)
      const changed = frames.get(frame) ?? []
      // a turn without an end shows that something is under way
      const isSpinner =
        isEndless && changed.every((name) => /^(?:-webkit-)?(?:transform|rotate)$/.test(name))
      return [
        {
          ...base,
          properties: isSpinner ? [] : changed,
          ms: milliseconds(each),
          isEndless,
          isTransition: false,
        },
      ]
    })
  })
  return [
    ...inStyles,
    ...ui.elements.filter(ui.isTouched).flatMap((each) => elementMotions(ui, each)),
  ]
}

const isEndlessIn = (ui: Ui, { selector, path }: Style): boolean =>
  ui.styles.some(
    (each) =>
      each.selector === selector &&
      each.path === path &&
      each.property === 'animation-iteration-count' &&
      each.value === 'infinite',
  )

/** What the frames of an animation change, by its name. */
function keyframesOf({ styles }: Ui): ReadonlyMap<string, readonly string[]> {
  const frames = new Map<string, string[]>()
  for (const { conditions, property } of styles) {
    const name = conditions
      .map((each) => /^@(?:-webkit-)?keyframes (\S+)/.exec(each)?.[1])
      .find(Boolean)
    if (name !== undefined) frames.set(name, [...(frames.get(name) ?? []), property])
  }
  return frames
}

function elementMotions(ui: Ui, element: UiElement): readonly Motion[] {
  const { path, line } = element
  const base = { path, line, style: null, element, isEndless: false }
  const utilities = ui.tokens.hasTailwind ? element.classes.map(utilityOf) : []
  const duration = utilities
    .map(
      ({ name, arbitrary }) =>
        /^duration-(\d+)$/.exec(name)?.[1] ?? (name.startsWith('duration-[') ? arbitrary : null),
    )
    .find((each) => each !== null && each !== undefined)
  const ms =
    duration === undefined || duration === null
      ? 150
      : (milliseconds(duration) ?? Number.parseFloat(duration))
  const inClasses = utilities.flatMap(({ name, arbitrary, variants }): readonly Motion[] => {
    if (variants.some((each) => /^motion-(?:safe|reduce)$/.test(each))) return []
    if (/^animate-(?:bounce|ping)$/.test(name))
      return [
        {
          ...base,
          text: name,
          properties: ['transform'],
          ms: 1000,
          isTransition: false,
          isEndless: true,
        },
      ]
    if (/^transition(?:-all|-transform)?$/.test(name)) {
      const moves = utilities.some(
        (each) =>
          /^(?:scale|translate|rotate)-/.test(each.name) &&
          each.variants.some((variant) => /^(?:group-|peer-)?(?:hover|active|focus)/.test(variant)),
      )
      return [
        { ...base, text: name, properties: moves ? ['transform'] : [], ms, isTransition: true },
      ]
    }
    return name.startsWith('transition-[') && arbitrary !== null
      ? [{ ...base, text: name, properties: arbitrary.split(','), ms, isTransition: true }]
      : []
  })
  return inClasses
}
