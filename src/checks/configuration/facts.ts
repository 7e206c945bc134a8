import type { Entry, Scalar, Unit, FileKind } from './configuration.ts'

/** One setting, written in one way whatever way the file writes it. */
export type Fact = {
  /** Keys from the top; several documents of one file are not told apart here. */
  readonly path: readonly string[]
  /** Undefined for a setting that holds other settings. */
  readonly value: Scalar | undefined
  readonly line: number
  /** Which document of the file it stands in, from 0. */
  readonly document: number
  /** What encloses it, where blocks may be called the same: the offset at which each begins. */
  readonly blocks?: readonly number[] | undefined
}

/** The settings of a file, with the short ways of writing spelled out beside them. What never runs is not among them. */
export function factsOf({ format, entries, merged }: Unit, kind: FileKind | null): readonly Fact[] {
  const isMany = format === 'yaml' && entries.some(({ path }) => path[0] === '1' && path.length > 1)
  const plain = [...entries, ...(merged ?? [])].map((entry) => factOf(entry, isMany))
  const off = kind === 'workflow' ? switchedOff(plain) : []
  return plain
    .flatMap((fact, index) => [fact, ...spelledOut(fact, plain[index - 1], kind)])
    .filter(({ path }) => !path.some((part) => part.startsWith('x-')))
    .filter(({ path }) => !off.some((at) => at.every((part, index) => path[index] === part)))
    .map((fact) => (isScript(fact.path) ? { ...fact, value: commandsIn(fact.value) } : fact))
}

/** Jobs and steps whose condition is never true. */
const switchedOff = (facts: readonly Fact[]): readonly (readonly string[])[] =>
  facts.flatMap(({ path, value }) =>
    path.at(-1) === 'if' && /^(?:\$\{\{\s*)?(?:false|0)(?:\s*\}\})?$/.test(String(value))
      ? [path.slice(0, -1)]
      : [],
  )

const isScript = (path: readonly string[]): boolean =>
  path.at(-1) === 'run' || path.at(-1) === 'script' || path.at(-2) === 'script'

/** A command that is only printed, or stands in a comment, is not run. */
const commandsIn = (value: Fact['value']): Fact['value'] =>
  typeof value === 'string'
    ? value
        .split('\n')
        .map((line) => line.replace(/^\s*(?:#.*|(?:echo|printf)\s[^|;&>]*)$/, ':'))
        .join('\n')
    : value

function factOf({ path, value, raw, line, blocks }: Entry, isMany: boolean): Fact {
  return {
    path: isMany ? path.slice(1) : path,
    value: value === undefined && raw !== '' ? raw : value,
    line,
    document: isMany ? Number(path[0]) : 0,
    blocks,
  }
}

const listsOfNames =
  /^(?:depends_on|needs|networks|volumes|profiles|secrets|cap_drop|cap_add|branches|tags)$/

function spelledOut(fact: Fact, before: Fact | undefined, kind: FileKind | null): readonly Fact[] {
  const { path, value } = fact
  const text = value === undefined || value === null ? '' : String(value)
  const parent = path.at(-2) ?? ''
  const isItem = /^\d+$/.test(path.at(-1) ?? '')
  const at = (...tail: readonly string[]): readonly string[] => [...path.slice(0, -1), ...tail]
  if (isItem && /^(?:environment|env|args|labels)$/.test(parent)) {
    const pair = /^([\w.-]+)(?:=(.*))?$/s.exec(text)
    return pair === null ? [] : [{ ...fact, path: at(pair[1]!), value: pair[2] ?? null }]
  }
  if (path.at(-1) === 'value' && path.at(-3) === 'env' && before?.path.at(-1) === 'name')
    return [{ ...fact, path: [...path.slice(0, -2), String(before.value)] }]
  if (kind === 'compose' && isItem && parent === 'ports' && text !== '')
    return portFacts(fact, text)
  if (
    kind === 'workflow' &&
    path[0] === 'on' &&
    text !== '' &&
    path.length <= 2 &&
    (path.length === 1 || isItem)
  )
    return [{ ...fact, path: ['on', text], value: null }]
  if (isItem && listsOfNames.test(parent) && text !== '')
    return [{ ...fact, path: at(text.split(':')[0]!), value: null }]
  if (/^(?:needs|depends_on)$/.test(path.at(-1) ?? '') && text !== '')
    return [{ ...fact, path: [...path, text], value: null }]
  if (kind === 'dockerfile' && /^(?:ENV|ARG|LABEL)$/.test(path[0] ?? ''))
    return [...text.matchAll(/([\w.-]+)=("[^"]*"|'[^']*'|\S*)/g)].map(([, key = '', raw = '']) => ({
      ...fact,
      path: [path[0]!, key],
      value: raw.replace(/^["']|["']$/g, ''),
    }))
  return []
}

/** "127.0.0.1:8080:80/tcp": the side of the host, and the side of the container. */
function portFacts(fact: Fact, text: string): readonly Fact[] {
  const bare = text.replace(/\$\{[^}:]*:?-?(\d*)\}/g, '$1').replace(/\/(?:tcp|udp)$/, '')
  const parts = bare.replace(/^\[[^\]]*\]:/, '').split(':')
  const target = parts.at(-1) ?? ''
  const published = parts.length > 1 ? parts.at(-2)! : ''
  const side = (name: string, value: string): readonly Fact[] =>
    value === '' ? [] : [{ ...fact, path: [...fact.path, name], value }]
  return [...side('published', published), ...side('target', target)]
}

/** Whether a path fits a pattern: `*` is one key, `**` any number of them, `a*` a key that starts so. */
export function fits(path: readonly string[], pattern: readonly string[]): boolean {
  const [head, ...rest] = pattern
  if (head === undefined) return path.length === 0
  if (head === '**') return fits(path, rest) || (path.length > 0 && fits(path.slice(1), pattern))
  const [first, ...more] = path
  if (first === undefined) return false
  const isSame =
    head === '*' || head === first || (head.endsWith('*') && first.startsWith(head.slice(0, -1)))
  return isSame && fits(more, rest)
}

/** The facts at one of several places, written `services.*.image|**.image`. */
export function factsAt(facts: readonly Fact[], places: string): readonly Fact[] {
  const patterns = places.split('|').map((each) => each.split('.'))
  return facts.filter(({ path }) => patterns.some((pattern) => fits(path, pattern)))
}
