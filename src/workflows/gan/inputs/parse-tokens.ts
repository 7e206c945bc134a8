import { locatePointers } from '../../../checks/design/locate.ts'
import { err, ok, type Result } from '../../../model/result.ts'
import { hexOf, parseColour } from './colour.ts'
import { type InputError, quoted } from './input-error.ts'
import { pointerOf, readJson } from './json-input.ts'
import { dotted, type Leaf, leavesOf, pixelsOf, wrongToken } from './token-tree.ts'
import { knownColours, renames, tokenDefaults, type Tokens } from './tokens.ts'

export type Rename = { readonly from: string; readonly to: string }
export type ParsedTokens = {
  readonly tokens: Tokens
  readonly warnings: readonly InputError[]
  /** What went by another name; import-warnings.json lists them. */
  readonly renamed: readonly Rename[]
}
export type TokenSource = {
  readonly path?: string
  readonly source?: string
  readonly bundleVersion?: string | null
}

type Found = {
  readonly path: string
  readonly errors: InputError[]
  readonly warnings: InputError[]
}

/** tokens.json in its normal form. Unreadable values are refused; gaps and odd names are warned of. */
export function parseTokens(
  text: string,
  from: TokenSource = {},
): Result<ParsedTokens, readonly InputError[]> {
  const path = from.path ?? 'tokens.json'
  const read = readJson(text, { path, code: 'DESIGN_TOKENS_INVALID' })
  if (!read.ok) return read
  if (typeof read.value !== 'object' || read.value === null || Array.isArray(read.value))
    return err([
      {
        ...wrongToken(path, [], { what: 'the file holds no object', expected: 'an object' }),
        line: 1,
      },
    ])
  const parsed: Found = { path, errors: [], warnings: [] }
  const { leaves, renamed } = renameLeaves(leavesOf(read.value))
  const tokens = tokensOf(leaves, parsed)
  warnOfGaps(leaves, parsed)
  const lines = located(text, parsed)
  if (lines.errors.length > 0) return err(lines.errors)
  const own = (key: string): string | null => {
    const value: unknown = Reflect.get(Object(read.value), key)
    return typeof value === 'string' ? value : null
  }
  return ok({
    tokens: {
      ...tokens,
      source: from.source ?? own('source') ?? path,
      bundle_version: from.bundleVersion ?? own('bundle_version'),
    },
    warnings: lines.warnings,
    renamed,
  })
}

function located(text: string, { errors, warnings }: Found) {
  const all = [...errors, ...warnings].map(({ at }) => at ?? '')
  const places = locatePointers(text, all)
  const withLine = (error: InputError): InputError => ({
    ...error,
    line: places.get(error.at ?? '')?.line ?? 1,
  })
  return { errors: errors.map(withLine), warnings: warnings.map(withLine) }
}

/** A leaf with the name it goes by here; `keys` stay as the file wrote them. */
type Named = Leaf & { readonly group: string; readonly name: string }

const groups: Readonly<Record<string, string>> = {
  color: 'colors',
  colors: 'colors',
  colour: 'colors',
  colours: 'colors',
  typography: 'typography',
  spacing: 'spacing',
  space: 'spacing',
  radii: 'radii',
  radius: 'radii',
  shadows: 'shadows',
  shadow: 'shadows',
}

/** Names come from outside: `constructor` is a name like any other, not what every object has. */
const inTable = (table: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

function renameLeaves(leaves: readonly Leaf[]) {
  const renamed: Rename[] = []
  const named = leaves.flatMap((leaf): readonly Named[] => {
    const last = leaf.keys.at(-1) ?? ''
    const to = inTable(renames, last.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase())
    if (to !== undefined) {
      renamed.push({ from: leaf.keys.join('.'), to })
      const [group = '', ...rest] = to.split('.')
      return [{ ...leaf, group, name: rest.join('.') }]
    }
    const group = inTable(groups, (leaf.keys[0] ?? '').toLowerCase())
    if (group === undefined) return []
    if (group !== leaf.keys[0]) renamed.push({ from: leaf.keys[0] ?? '', to: group })
    return [{ ...leaf, group, name: leaf.keys.slice(1).join('.') }]
  })
  const once = new Map(renamed.map((each) => [`${each.from} ${each.to}`, each]))
  return { leaves: named, renamed: [...once.values()] }
}

function tokensOf(
  leaves: readonly Named[],
  parsed: Found,
): Omit<Tokens, 'source' | 'bundle_version'> {
  const group = (name: string) => leaves.filter((leaf) => leaf.group === name)
  const type = (name: string) =>
    group('typography')
      .filter((leaf) => leaf.name.startsWith(`${name}.`))
      .map((leaf) => ({ ...leaf, name: leaf.name.slice(name.length + 1) }))
  return {
    colors: coloursOf(group('colors'), parsed),
    typography: {
      fontFamily: familiesOf(type('fontFamily')),
      fontSize: { ...tokenDefaults.fontSize, ...lengthsOf(type('fontSize'), parsed) },
      lineHeight: { ...tokenDefaults.lineHeight, ...ratiosOf(type('lineHeight'), parsed) },
    },
    spacing: spacingOf(group('spacing'), parsed),
    radii: { ...tokenDefaults.radii, ...lengthsOf(group('radii'), parsed) },
    shadows: {
      ...tokenDefaults.shadows,
      ...Object.fromEntries(group('shadows').map(({ name, value }) => [name, String(value)])),
    },
  }
}

function coloursOf(leaves: readonly Named[], { path, errors, warnings }: Found) {
  const colours: Record<string, string> = {}
  for (const { keys, name: written, value } of leaves) {
    const name = dotted(written.split('.'))
    const colour = parseColour(String(value))
    if (!colour.ok) {
      const expected = colour.error.replace(/^expected /, '')
      errors.push(
        wrongToken(path, keys, { what: `${quoted(String(value))} is no colour`, expected }),
      )
      continue
    }
    if (!knownColours.has(name))
      warnings.push(
        wrongToken(path, keys, {
          what: `no component knows the colour ${quoted(name)}`,
          expected: 'a name such as primary, accent, neutral.500 or semantic.error',
        }),
      )
    colours[name] = hexOf(colour.value)
  }
  return colours
}

/** A family may be a list of names; its items then share one token. */
function familiesOf(leaves: readonly Named[]): Record<string, string> {
  const families: Record<string, string> = {}
  for (const { name: written, value } of leaves) {
    const name = written.replace(/\.\d+$/, '')
    const before = families[name]
    families[name] = before === undefined ? String(value) : `${before}, ${String(value)}`
  }
  return families
}

function lengthsOf(leaves: readonly Named[], { path, errors }: Found): Record<string, number> {
  return Object.fromEntries(
    leaves.flatMap(({ keys, name, value }) => {
      const length = pixelsOf(value)
      if (length !== null) return [[name, length] as const]
      const what = `${quoted(String(value))} is no length`
      errors.push(
        wrongToken(path, keys, { what, expected: 'a number of pixels, or 8px or 0.5rem' }),
      )
      return []
    }),
  )
}

function ratiosOf(leaves: readonly Named[], { path, errors }: Found): Record<string, number> {
  return Object.fromEntries(
    leaves.flatMap(({ keys, name, value }) => {
      const ratio = Number(value)
      if (ratio > 0 && ratio < 10) return [[name, ratio] as const]
      const what = `${quoted(String(value))} is no line height`
      errors.push(wrongToken(path, keys, { what, expected: 'a number such as 1.5' }))
      return []
    }),
  )
}

function spacingOf(leaves: readonly Named[], parsed: Found): Tokens['spacing'] {
  const { path, errors, warnings } = parsed
  const lengths = lengthsOf(leaves, parsed)
  const base = lengths['base'] ?? tokenDefaults.base
  if (base !== tokenDefaults.base) {
    const keys = leaves.find(({ name }) => name === 'base')?.keys ?? ['spacing']
    const complaint = {
      what: `the base is ${base} px`,
      expected: `a grid of ${tokenDefaults.base} px`,
    }
    ;(base > 0 ? warnings : errors).push(wrongToken(path, keys, complaint))
  }
  const steps = leaves.filter(({ name }) => /^(?:scale\.)?[^.]+$/.test(name) && !isNamedSpace(name))
  for (const { keys, name } of steps) {
    const step = lengths[name]
    if (step !== undefined && step % tokenDefaults.base !== 0)
      warnings.push(
        wrongToken(path, keys, {
          what: `${step} px is off the grid`,
          expected: `a multiple of ${tokenDefaults.base} px`,
        }),
      )
  }
  const scale = [...new Set(steps.flatMap(({ name }) => lengths[name] ?? []))]
    .filter((step) => step > 0)
    .toSorted((one, other) => one - other)
  const { desktop, mobile } = tokenDefaults.section
  return {
    base: base > 0 ? base : tokenDefaults.base,
    scale: scale.length > 0 ? scale : tokenDefaults.steps.map((step) => step * tokenDefaults.base),
    section: {
      desktop: lengths['section.desktop'] ?? lengths['section'] ?? desktop,
      mobile: lengths['section.mobile'] ?? mobile,
    },
    container: lengths['container'] ?? lengths['container.max'] ?? tokenDefaults.container,
  }
}

const isNamedSpace = (name: string): boolean => /^(?:base|section|container)/.test(name)

function warnOfGaps(leaves: readonly Named[], { path, warnings }: Found): void {
  for (const key of ['colors', 'typography', 'spacing'] as const)
    if (!leaves.some(({ group }) => group === key))
      warnings.push({
        code: 'DESIGN_TOKENS_INVALID',
        path,
        at: pointerOf([key]),
        what: `there is no ${key}`,
        expected: key === 'colors' ? 'the colours of the brand' : 'values; the defaults are taken',
      })
}
