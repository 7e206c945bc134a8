import type { Finding, Fix } from '../../model/finding.ts'
import type { BuiltInCheck } from '../check.ts'
import { outcomeOf } from '../outcome.ts'
import type { Entry, Unit } from './configuration.ts'
import {
  configurationCheck,
  findingAtEntry,
  keyWords,
  revalued,
  settingsOf,
} from './configuration-check.ts'

/** A setting that is a risk as it stands: what it is called, what it says, and why nobody should want that. */
export type Risk = {
  readonly why: string
  /** The words of its key, joined by `_`; of the keys above it. Without them any setting. */
  readonly key?: RegExp
  readonly under?: RegExp
  /** Its value as text, without quotes. */
  readonly value: RegExp
  /** The platforms or formats that it is a risk in, or is none in. */
  readonly only?: readonly string[]
  readonly never?: readonly string[]
  /** What looks like it, and is none. */
  readonly except?: RegExp
  /** The value that is safe; `flip` for a switch. */
  readonly safe?: string
}

const flips: Readonly<Record<string, string>> = Object.fromEntries(
  ['true false', '1 0', 'on off', 'yes no', 'enabled disabled'].flatMap((pair) => {
    const [on = '', off = ''] = pair.split(' ')
    return [
      [on, off],
      [off, on],
    ]
  }),
)

export const on = /^(?:true|1|on|yes|enabled)$/i
export const off = /^(?:false|0|off|no|disabled|none)$/i

const wordsIn = (key: string): string => keyWords(key).join('_')
const textOf = ({ value, raw }: Entry): string =>
  typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number'
    ? String(value).trim()
    : raw

function isAt(risk: Risk, entry: Entry, { platform, format }: Unit): boolean {
  const { key, under, value, only, never, except } = risk
  const text = textOf(entry)
  const places = [platform, format].map(String)
  return (
    (value.test(text) || value.test(entry.raw)) &&
    (key === undefined || key.test(wordsIn(entry.key))) &&
    (under === undefined || under.test(entry.path.slice(0, -1).map(wordsIn).join(' '))) &&
    (only === undefined || only.some((one) => places.includes(one))) &&
    !(never ?? []).some((one) => places.includes(one)) &&
    except?.test(`${entry.path.map(wordsIn).join(' ')} ${text}`) !== true
  )
}

function fixOf({ safe }: Risk, entry: Entry): Fix | undefined {
  const value = safe === 'flip' ? flips[textOf(entry).toLowerCase()] : safe
  return value === undefined ? undefined : revalued(entry, value, `set it to ${value}`)
}

/** A check by a table of risks; `more` looks at what takes more than one setting. */
export const riskCheck = (
  named: Pick<BuiltInCheck, 'id' | 'title'>,
  risks: readonly Risk[],
  more: (unit: Unit) => readonly Finding[] = () => [],
): BuiltInCheck =>
  configurationCheck(named, (configuration) => {
    const findings = settingsOf(configuration).flatMap(({ entry, unit }) => {
      const risk = risks.find((one) => isAt(one, entry, unit))
      const message = `${entry.path.join('.')}: ${risk?.why}`
      return risk === undefined ? [] : [findingAtEntry(entry, unit, message, fixOf(risk, entry))]
    })
    return outcomeOf([...findings, ...configuration.units.flatMap(more)], 'none was found')
  })
