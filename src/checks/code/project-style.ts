import type { Project } from '../../ports/project.ts'
import { measureStyle, namingOf, type Uses } from './style-measure.ts'
import { parseUnit } from './syntax.ts'

/** What most of a project does; a part is missing where the project itself does not agree. */
export type ProjectStyle = {
  readonly quotes?: string
  readonly semicolons?: string
  readonly indent?: string
  readonly names?: 'camel' | 'snake'
  readonly files?: string
}

const mostFiles = 30
const fewest = 5
const agreement = 0.8

/** Measures the project's JavaScript and TypeScript; null where there is too little to say. */
export async function projectStyle(project: Project): Promise<ProjectStyle | null> {
  const paths = (await project.list()).filter(
    (path) => /\.[cm]?[jt]sx?$/.test(path) && !/\.d\.ts$|\.min\.js$/.test(path),
  )
  if (paths.length === 0) return null
  const tally = {
    quotes: new Map<string, number>(),
    semicolons: new Map<string, number>(),
    indent: new Map<string, number>(),
    names: new Map<string, number>(),
  }
  for (const path of spread(paths)) {
    const content = await project.read(path)
    if (content === null || content.length > 100_000) continue
    const language = path.endsWith('x') ? 'tsx' : 'ts'
    const parsed = await parseUnit({
      language,
      name: path,
      content,
      kind: 'source',
      start: 0,
      line: 1,
      label: '',
    })
    if (parsed.errors.length > 0) continue
    const measure = measureStyle(parsed)
    for (const aspect of ['quotes', 'semicolons', 'indent', 'names'] as const)
      add(tally[aspect], measure[aspect])
  }
  const files = new Map<string, number>()
  for (const path of paths) {
    const base = (path.split('/').at(-1) ?? '').split('.')[0] ?? ''
    const style = base.includes('-') ? 'kebab' : namingOf(base)
    if (style !== 'plain') files.set(style, (files.get(style) ?? 0) + 1)
  }
  tally.names.delete('plain')
  tally.names.delete('constant')
  tally.names.delete('pascal')
  const names = favourite(tally.names)
  return {
    ...optional('quotes', favourite(tally.quotes)),
    ...optional('semicolons', favourite(tally.semicolons)),
    ...optional('indent', favourite(tally.indent)),
    ...(names === 'camel' || names === 'snake' ? { names } : {}),
    ...optional('files', favourite(files, 3)),
  }
}

const optional = (
  key: 'quotes' | 'semicolons' | 'indent' | 'files',
  value: string | undefined,
): ProjectStyle => (value === undefined ? {} : { [key]: value })

/** Some files from all over the list, always the same ones. */
function spread(paths: readonly string[]): readonly string[] {
  const step = Math.max(1, Math.ceil(paths.length / mostFiles))
  return paths.filter((_, index) => index % step === 0)
}

function add(tally: Map<string, number>, uses: Uses): void {
  for (const [style, nodes] of Object.entries(uses))
    if (nodes.length > 0) tally.set(style, (tally.get(style) ?? 0) + nodes.length)
}

function favourite(tally: ReadonlyMap<string, number>, least = fewest): string | undefined {
  const total = [...tally.values()].reduce((sum, count) => sum + count, 0)
  const [top] = [...tally].sort(([, a], [, b]) => b - a)
  return top !== undefined && total >= least && top[1] / total >= agreement ? top[0] : undefined
}
