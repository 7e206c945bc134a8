import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isSyntactic, readCompilerErrors } from '../refining/compiler-errors.ts'
import type { AskCompiler } from '../refining/syntax-counter.ts'
import { applyEdits } from './correction.ts'
import { scan } from './scan.ts'
import type { Token } from './token.ts'

/** Numbers from 0 up to 1, the same ones for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

type Chance = () => number
export type Damage = (code: string, chance: Chance) => string | null

const pick = <Item>(items: readonly Item[], chance: Chance): Item | null =>
  items[Math.floor(chance() * items.length)] ?? null

const found = (code: string, wanted: (text: string, token: Token) => boolean) =>
  scan(code).filter((token) => wanted(code.slice(token.start, token.end), token))

const at = (code: string, token: Token | null, text: (old: string) => string): string | null =>
  token === null
    ? null
    : applyEdits(code, [
        { start: token.start, end: token.end, text: text(code.slice(token.start, token.end)) },
      ])

const wholeTemplate = (text: string, { kind }: Token) =>
  kind === 'template' && text.startsWith('`') && text.endsWith('`') && text.length > 3

/** What agents do to code without meaning to, by the correction that is for it. */
export const damages: Readonly<Record<string, Damage>> = {
  'curly quotes': (code, chance) => {
    const strings = found(
      code,
      (text, { kind }) =>
        kind === 'string' && text.length > 2 && !/[\\"'\n]/.test(text.slice(1, -1)),
    )
    const first = Math.floor(chance() * strings.length)
    if (strings.length === 0) return null
    return applyEdits(
      code,
      strings.slice(first, first + 3).map(({ start, end }) => ({
        start,
        end,
        text:
          code[start] === '"'
            ? `“${code.slice(start + 1, end - 1)}”`
            : `‘${code.slice(start + 1, end - 1)}’`,
      })),
    )
  },
  'unquoted modules': (code, chance) =>
    `${code}\ndeclare module ${pick(['some-lib', '@scope/lib', '*.svg', 'lib/deep'], chance)} {\n  export const value: string\n}\n`,
  'dashes as operators': (code, chance) =>
    at(
      code,
      pick(
        found(code, (text, { kind }) => kind === 'punctuation' && /^-[-=]?$/.test(text)),
        chance,
      ),
      (old) => (old === '--' ? '—' : old.replace('-', pick(['—', '–', '−'], chance)!)),
    ),
  'unclosed template': (code, chance) =>
    at(
      code,
      pick(
        found(
          code,
          (text, { kind }) => kind === 'template' && text.endsWith('`') && text.length > 1,
        ),
        chance,
      ),
      (old) => old.slice(0, -1),
    ),
  'zero-width characters': (code, chance) =>
    at(
      code,
      pick(
        found(code, (_, { kind }) => kind === 'space' || kind === 'word' || kind === 'punctuation'),
        chance,
      ),
      (old) => {
        const place = Math.floor(chance() * (old.length + 1))
        return `${old.slice(0, place)}${pick(['\u200b', '\u200b', '\u2060', '\u0000', '\u0008', '\u200e'], chance)}${old.slice(place)}`
      },
    ),
  'missing closer': (code, chance) =>
    at(
      code,
      pick(
        found(code, (text, { kind }) => kind === 'punctuation' && /^[)\]}]$/.test(text)),
        chance,
      ),
      () => '',
    ),
  'missing closers at the end': (code) => {
    const cut = code.trimEnd().replace(/[)\]};,\s]+$/, '')
    return cut === code.trimEnd() || cut === '' ? null : `${cut}\n`
  },
  'misplaced separators': (code, chance) => {
    const way = Math.floor(chance() * 3)
    if (way === 0)
      return at(
        code,
        pick(
          found(code, (text, { kind }) => kind === 'punctuation' && text === ','),
          chance,
        ),
        () => pick([',,', ';,'], chance)!,
      )
    if (way === 1)
      return at(
        code,
        pick(
          found(
            code,
            (text, { kind, end }) =>
              kind === 'punctuation' && text === ')' && /^\n\s*\./.test(code.slice(end, end + 80)),
          ),
          chance,
        ),
        () => ');',
      )
    return at(
      code,
      pick(
        found(
          code,
          (text, { kind, end }) =>
            kind === 'punctuation' && text === ')' && /^\n\s*\}/.test(code.slice(end, end + 80)),
        ),
        chance,
      ),
      () => '),',
    )
  },
  'fence around the file': (code, chance) =>
    `\`\`\`${pick(['ts', 'typescript', ''], chance)}\n${code.trimEnd()}\n\`\`\`\n`,
  'fence at one end': (code, chance) =>
    chance() < 0.5 ? `\`\`\`ts\n${code}` : `${code.trimEnd()}\n\`\`\`\n`,
  'bare import specifier': (code, chance) =>
    at(
      code,
      pick(
        found(
          code,
          (text, { kind, start }) =>
            kind === 'string' &&
            /[/@]/.test(text) &&
            /\bfrom\s*$/.test(code.slice(Math.max(0, start - 8), start)),
        ),
        chance,
      ),
      (old) => old.slice(1, -1),
    ),
  'duplicate export': (code, chance) => {
    const lines = code
      .split('\n')
      .filter(
        (line) =>
          /^export (?:const|type) \w+.*[^({[,=|&>?:]$/.test(line) && !/[({[]\s*$/.test(line),
      )
    const line = pick(
      lines.filter((each) => !/['"`/]/.test(each) && balanced(each)),
      chance,
    )
    return line === null ? null : `${code.trimEnd()}\n${line}\n`
  },
  'nested backticks': (code, chance) =>
    at(
      code,
      pick(
        found(
          code,
          (text, token) =>
            wholeTemplate(text, token) && / [a-z]+ /.test(text) && !text.includes('\n'),
        ),
        chance,
      ),
      (old) => old.replace(/ ([a-z]+) /, ' `$1` '),
    ) ?? `${code}\nconst note = \`use the \`name\` of ${Math.floor(chance() * 9)}\`\n`,
}

const balanced = (line: string) =>
  scan(line).every(({ closed }) => closed) &&
  (line.match(/[([{]/g)?.length ?? 0) === (line.match(/[)\]}]/g)?.length ?? 0)

const letters = Array.from('{}()[];,`\'"/\\<>=:.*$—“”’\u200b\u0000x1 \n')

/** One character more, less or another, anywhere. */
export const byteDamage: Damage = (code, chance) => {
  const place = Math.floor(chance() * code.length)
  const letter = pick(letters, chance)!
  const way = chance()
  if (way < 0.4) return code.slice(0, place) + code.slice(place + 1)
  if (way < 0.7) return code.slice(0, place) + letter + code.slice(place)
  return code.slice(0, place) + letter + code.slice(place + 1)
}

const run = promisify(execFile)
const program = join(import.meta.dirname, '../../../../node_modules/.bin/tsc')

/** The real compiler over many texts at once; only their syntax is looked at. */
export const askCompiler: AskCompiler = async (texts) => {
  const folder = await mkdtemp(join(tmpdir(), 'loopwright-damage-'))
  try {
    const paths = texts.map(
      ({ path }, index) => `${index}/${path.slice(path.lastIndexOf('/') + 1)}`,
    )
    for (const [index, { code }] of texts.entries()) {
      await mkdir(join(folder, String(index)))
      await writeFile(join(folder, paths[index]!), code)
    }
    const options =
      '--noEmit --noCheck --noLib --noResolve --allowJs --jsx preserve --ignoreConfig --pretty false'
    const { stdout } = await run(program, [...options.split(' '), ...paths], {
      cwd: folder,
      maxBuffer: 2 ** 28,
    }).catch((error: { stdout: string }) => error)
    const errors = Map.groupBy(readCompilerErrors(stdout).filter(isSyntactic), ({ path }) => path)
    return paths.map((path) => errors.get(path) ?? [])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
