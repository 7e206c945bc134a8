import type { Subject } from '../check.ts'
import { linesOf } from '../document/lines.ts'
import { fencedBlocks } from '../fenced-blocks.ts'
import type { Configuration, Format, Parsed, Source, Unit, FileKind } from './configuration.ts'
import { formatAskedFor, formatOfTag, formatOfText } from './detect-format.ts'
import { formatOfName, kindOfEntries, kindOfName, platformOfKind } from './kind.ts'
import { parseDockerfile, parseNginx } from './parse-directives.ts'
import { parseJson, parseJson5 } from './parse-json.ts'
import { parseEnv, parseIni, parseWords } from './parse-lines.ts'
import { parseToml } from './parse-toml.ts'
import { parseYaml } from './parse-yaml.ts'

const retained = new Map<string, Promise<Configuration>>()

/** The configuration in an artifact: its fenced blocks where it is Markdown, else the whole of it. */
export function readConfiguration({ artifact, task }: Subject): Promise<Configuration> {
  const hint = `${task.prompt} ${task.ideal_result}`
  const id = `${hint}\u0000${artifact}`
  const known = retained.get(id)
  if (known) return known
  if (retained.size >= 8) retained.delete(retained.keys().next().value ?? '')
  const read = readAll(artifact, hint)
  retained.set(id, read)
  return read
}

/** A file as its reader takes it: the name decides the format, and a fence inside is no way out. */
export async function readFile({
  path,
  text,
  hint,
}: {
  readonly path: string
  readonly text: string
  readonly hint: string
}): Promise<Configuration> {
  const format = formatOfName(path) ?? (path === '' ? null : formatOfText(text, hint))
  if (format === null) return readAll(text, hint)
  const lines = linesOf(text)
  return { text, lines, units: [await readUnit({ text, base: 0, lines }, format, path)], prose: '' }
}

async function readAll(text: string, hint: string): Promise<Configuration> {
  const lines = linesOf(text)
  const blocks = fencedBlocks(text)
  const units: Unit[] = []
  let prose = ''
  if (blocks.length === 0) {
    const format = formatOfText(text, hint)
    if (format !== null) units.push(await readUnit({ text, base: 0, lines }, format))
    else prose = text
    return { text, lines, units, prose }
  }
  let from = 0
  for (const { language, info, content, start, end } of blocks) {
    prose += text.slice(from, start) + text.slice(start, end).replace(/[^\n]/g, ' ')
    from = end
    // a fence may name its file: ```json tsconfig.json
    const name = /^\S+\s+(\S+)$/.exec(info)?.[1] ?? ''
    const tagged = formatOfTag(language, content)
    const format =
      formatOfName(name) ??
      (tagged === undefined ? formatOfText(content, hint) : tagged) ??
      (/(?:^|\/)\.[\w-]+(?:rc|ignore)$/.test(name) ? 'lines' : null)
    if (format === null) continue
    const isCommented = format === 'json' && formatAskedFor(hint) === 'jsonc'
    const source = { text: content, base: start, lines }
    const unit = await readUnit(source, isCommented ? 'jsonc' : format, name)
    // a format that neither the name nor the tag told, and that does not fit, was a wrong guess
    const isGuess = name !== '' && tagged === undefined && formatOfName(name) === null
    units.push(isGuess && unit.problems.length > 0 ? await readUnit(source, 'lines', name) : unit)
  }
  return { text, lines, units, prose: prose + text.slice(from) }
}

async function readUnit(source: Source, format: Format, path = ''): Promise<Unit> {
  const {
    entries,
    problems,
    merged = [],
  } = await (isJson5(path, format) ? parseJson5(source) : parse(source, format))
  const kind = kindOfName(path) ?? kindOfEntries(format, entries, path)
  return {
    entries,
    merged,
    problems: problems.filter(({ message }) => !isAllowed(message, kind, path)),
    format,
    name: path,
    kind,
    platform: platformOfKind(kind),
    text: source.text,
    base: source.base,
  }
}

/** Renovate reads all of its files as JSON5. */
const isJson5 = (path: string, format: Format): boolean =>
  path.endsWith('.json5') || (format === 'jsonc' && /(?:^|\/)\.?renovaterc$/.test(path))

/** What the grammar of a format minds, and this reader of it does not. */
const isAllowed = (message: string, kind: FileKind | null, path: string): boolean =>
  (message.startsWith('a comma stands before') && takesCommas.test(path)) ||
  (kind === 'systemd' && message.includes('stands twice'))

// eslint reads an .eslintrc without an extension as YAML; the others take JSON with comments and commas
const takesCommas =
  /(?:^|\/)(?:\.eslintrc|\.babelrc|\.swcrc|[tj]sconfig[\w.-]*\.json|[\w.-]+\.(?:jsonc|code-workspace)|\.vscode\/[\w.-]+\.json)$/

function parse(source: Source, format: Format): Parsed | Promise<Parsed> {
  switch (format) {
    case 'yaml':
      return parseYaml(source)
    case 'json':
    case 'jsonc':
      return parseJson(source, format === 'jsonc')
    case 'toml':
      return parseToml(source)
    case 'ini':
    case 'properties':
      return parseIni(source)
    case 'env':
      return parseEnv(source)
    case 'dockerfile':
      return parseDockerfile(source)
    case 'nginx':
      return parseNginx(source)
    case 'lines':
      return parseWords(source)
  }
}
