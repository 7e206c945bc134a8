import { posix } from 'node:path'
import type { Finding, Fix } from '../../model/finding.ts'
import { fencedBlocks, type FencedBlock } from '../fenced-blocks.ts'

export type Language = 'ts' | 'tsx' | 'js' | 'jsx' | 'py' | 'sh' | 'json' | 'yaml' | 'foreign'

/** A piece of code in the artifact. Offsets and lines inside it count from its own beginning. */
export type CodeUnit = {
  readonly language: Language
  /** The file it stands for, or null where the artifact names none. */
  readonly name: string | null
  readonly content: string
  /** `demo` only shows how the rest is used. */
  readonly kind: 'source' | 'test' | 'demo'
  /** Offset and line of its first character in the artifact. */
  readonly start: number
  readonly line: number
  /** The word behind the fence. */
  readonly label: string
}

const mostUnits = 60

const languages: Readonly<Record<string, Language>> = {
  ts: 'ts',
  typescript: 'ts',
  mts: 'ts',
  cts: 'ts',
  tsx: 'tsx',
  js: 'js',
  javascript: 'js',
  mjs: 'js',
  cjs: 'js',
  node: 'js',
  jsx: 'jsx',
  py: 'py',
  python: 'py',
  python3: 'py',
  sh: 'sh',
  bash: 'sh',
  shell: 'sh',
  json: 'json',
  yaml: 'yaml',
  yml: 'yaml',
}
const foreign = new Set(
  'go golang rust rs java kotlin kt c cpp c++ h hpp cs csharp rb ruby php swift scala dart lua perl r elixir ex haskell hs clojure zig sql vue svelte html css scss'.split(
    ' ',
  ),
)

/** All code of an artifact: its fenced blocks, or the whole text where it is nothing but code. */
export function codeUnits(artifact: string): readonly CodeUnit[] {
  if (latest.artifact !== artifact) latest = { artifact, units: findUnits(artifact) }
  return latest.units
}

// eight checks look at one artifact, one after the other or side by side
let latest: { readonly artifact: string; readonly units: readonly CodeUnit[] } = {
  artifact: '',
  units: [],
}

function findUnits(artifact: string): readonly CodeUnit[] {
  const blocks = fencedBlocks(artifact).slice(0, mostUnits)
  const units = blocks.flatMap((block) => unitOf(block, artifact) ?? [])
  const named = blocks.length === 0 ? wholeUnit(artifact) : units
  return named.map((unit) => ({ ...unit, kind: kindOf(unit, named) }))
}

type Bare = Omit<CodeUnit, 'kind'>

function unitOf(block: FencedBlock, artifact: string): Bare | null {
  const label = block.language.split(':')[0] ?? ''
  const language = languageOf(label, block.content)
  if (language === null || block.content.trim() === '') return null
  const { content, start, line } = block
  return { language, name: nameOf(block, artifact), content, start, line, label }
}

function languageOf(label: string, content: string): Language | null {
  if (Object.hasOwn(languages, label)) return languages[label] ?? null
  if (foreign.has(label)) return 'foreign'
  return label === '' ? guessLanguage(content) : null
}

function wholeUnit(artifact: string): readonly Bare[] {
  const language = guessLanguage(artifact)
  if (language === null) return []
  return [{ language, name: null, content: artifact, start: 0, line: 1, label: language }]
}

/** Code gives itself away by how its lines begin; prose does not begin so. */
function guessLanguage(content: string): Language | null {
  const lines = content.split('\n', 2_000).filter((line) => line.trim() !== '')
  if (
    lines.some((line) => /^#{1,6} |^[-*] |^\d+\. /.test(line) && !line.startsWith('#!')) &&
    !lines.some((line) => /^(?:def|from|import) /.test(line))
  )
    return null
  if (lines.some((line) => /^(?:async )?def \w+\(.*|^class \w+.*:\s*$/.test(line))) return 'py'
  const starts =
    /^(?:export |import .+ from |import ['"]|(?:async )?function\*? \w+|class \w+.*\{|const \w+ = |interface \w+|type \w+ = |module\.exports)/
  if (!lines.some((line) => starts.test(line))) return null
  return /^\s*(?:interface|type|enum) \w+|\)\s*:\s*[\w<>[\]| ]+\s*(?:=>|\{)|\w\s*:\s*(?:string|number|boolean|unknown)\b/m.test(
    content,
  )
    ? 'ts'
    : 'js'
}

// no name may look like an option of the programs it is handed to
const pathLike = /^(?![-@])[\w@./-]*[\w-]+\.(?:[cm]?[jt]sx?|py|sh|json|ya?ml)$/

function nameOf(block: FencedBlock, artifact: string): string | null {
  const titled = /(?:title|file|filename|path|name)\s*=\s*["']?([^"'\s}]+)/.exec(block.info)?.[1]
  const word = block.info
    .split(/[\s:]+/)
    .slice(1)
    .find((part) => pathLike.test(part))
  const comment =
    /^\s*(?:\/\/|#|\/\*+)\s*(?:file(?:name)?\s*:\s*)?([\w@./-]+)\s*(?:\*\/)?\s*\n/i.exec(
      block.content,
    )?.[1]
  const before = artifact
    .slice(Math.max(0, block.start - 400), block.start)
    .trimEnd()
    .split('\n')
  const heading =
    before
      .slice(0, -1)
      .toReversed()
      .find((line) => line.trim() !== '') ?? ''
  const written =
    /^(?:#{1,6}\s+|\*\*|File:\s*)?.{0,20}?[`*]?([\w@./-]+\.(?:[cm]?[jt]sx?|py))[`*]{0,3}:?\s*$/.exec(
      heading,
    )?.[1]
  for (const result of [titled, word, comment, written]) {
    const name = result === undefined ? '' : posix.normalize(result.replaceAll('\\', '/'))
    if (pathLike.test(name) && !name.startsWith('/') && !name.startsWith('..')) return name
  }
  return null
}

function kindOf(unit: Bare, all: readonly Bare[]): CodeUnit['kind'] {
  const { name, content, language } = unit
  if (
    name !== null &&
    /(?:^|[./_-])(?:tests?|specs?)\.|(?:^|\/)test_|_test\.py$|__tests__/.test(name)
  )
    return 'test'
  if (
    language === 'py' &&
    /^\s*(?:import (?:unittest|pytest)|from unittest)|^\s*(?:async )?def test_/m.test(content)
  )
    return 'test'
  if (
    isScript(unit) &&
    /^\s*(?:describe|it|test)(?:\.\w+)*\s*\(|from ['"](?:node:test|vitest|@jest\/globals)['"]/m.test(
      content,
    )
  )
    return 'test'
  const declares =
    /^\s*(?:export\b|(?:async )?function\b|(?:abstract )?class\b|interface\b|type \w+ =|module\.exports|(?:async )?def\b|(?:const|let) \w+(?:\s*:[^=\n]+)?\s*=\s*(?:async\s*)?(?:<[^>\n]*>)?(?:\([^()\n]*\)|\w+)\s*(?::[^=\n]+)?=>)/m
  const others = all.some(
    (other) => other !== unit && other.language === language && declares.test(other.content),
  )
  // a named file is a program, unless its name says that it shows something
  const shows = name === null || /(?:^|[/._-])(?:example|usage|demo)s?[._-]/.test(name)
  return others && shows && !declares.test(content) ? 'demo' : 'source'
}

export const isScript = (unit: Pick<CodeUnit, 'language'>): boolean =>
  unit.language === 'ts' ||
  unit.language === 'tsx' ||
  unit.language === 'js' ||
  unit.language === 'jsx'

export const isTyped = (unit: Pick<CodeUnit, 'language'>): boolean =>
  unit.language === 'ts' || unit.language === 'tsx'

export function findingAt(unit: CodeUnit, offset: number, message: string, fix?: Fix): Finding {
  const before = unit.content.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  const line = unit.line + (before.match(/\n/g)?.length ?? 0)
  const end = unit.content.indexOf('\n', offset)
  const evidence = unit.content
    .slice(lineStart, end < 0 ? undefined : end)
    .trim()
    .slice(0, 160)
  return {
    message,
    place: {
      line,
      column: offset - lineStart + 1,
      ...(unit.name === null ? {} : { path: unit.name }),
    },
    ...(evidence === '' ? {} : { evidence }),
    ...(fix === undefined ? {} : { fix }),
  }
}

/** The same for a line that another program counted within the unit. */
export function findingOnLine(unit: CodeUnit, line: number, message: string): Finding {
  const lines = unit.content.split('\n')
  const wanted = Math.min(Math.max(1, line), lines.length)
  const offset = lines.slice(0, wanted - 1).reduce((sum, text) => sum + text.length + 1, 0)
  const indent = /^\s*/.exec(lines[wanted - 1] ?? '')?.[0].length ?? 0
  return findingAt(unit, offset + indent, message)
}
