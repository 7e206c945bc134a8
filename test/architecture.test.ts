import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const source = join(root, 'src')

/** Who may import whom. Imports point inwards; `app` is app.ts and the files beside it that compose a workflow. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  entrypoints: [
    'app',
    'hosts',
    'check',
    'learn',
    'engine',
    'views',
    'rules',
    'obligations',
    'ports',
    'kit',
    'model',
  ],
  index: ['app', 'check', 'engine', 'loop', 'model', 'ports', 'workflows'],
  app: [
    'offline',
    'hosts',
    'check',
    'rules',
    'engine',
    'workflows',
    'checks',
    'obligations',
    'asking',
    'adapters',
    'ports',
    'learning',
    'loop',
    'views',
    'kit',
    'model',
  ],
  check: [
    'engine',
    'workflows',
    'checks',
    'rules',
    'obligations',
    'asking',
    'ports',
    'loop',
    'views',
    'kit',
    'model',
  ],
  hosts: ['check', 'ports', 'kit', 'model'],
  learn: ['learning', 'workflows', 'views', 'ports', 'kit', 'model'],
  engine: ['loop', 'ports', 'kit', 'model'],
  workflows: [
    'engine',
    'loop',
    'checks',
    'rules',
    'asking',
    'obligations',
    'ports',
    'learning',
    'views',
    'kit',
    'model',
  ],
  rules: ['obligations', 'ports', 'kit', 'model'],
  offline: ['workflows', 'checks', 'obligations', 'ports', 'kit', 'model'],
  asking: ['loop', 'obligations', 'ports', 'kit', 'model'],
  checks: ['rules', 'asking', 'loop', 'obligations', 'ports', 'kit', 'model'],
  adapters: ['ports', 'kit', 'model'],
  views: ['loop', 'learning', 'obligations', 'kit', 'model'],
  learning: ['ports', 'kit', 'model'],
  loop: ['kit', 'model'],
  obligations: ['kit', 'model'],
  ports: ['kit', 'model'],
  model: ['kit'],
  kit: [],
}

type Import = { readonly from: string; readonly to: string }

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(
      (entry) =>
        entry.isFile() && entry.name.endsWith('.ts') && !/\.(test|contract)\.ts$/.test(entry.name),
    )
    .map((entry) => join(entry.parentPath, entry.name))

/** Every import, static or lazy, types included. */
function importsOf(path: string, text: string): readonly string[] {
  const matches = text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)
  return [...matches]
    .map(([, name]) => name ?? '')
    .map((name) => (name.startsWith('.') ? resolve(dirname(path), name) : name))
}

const roomOf = (path: string): string => {
  const [room = '', next] = relative(source, path).split('/')
  return next === undefined ? room.replace(/\.ts$/, '') : room
}

const imports: readonly Import[] = filesBelow(source).flatMap((from) =>
  importsOf(from, readFileSync(from, 'utf8')).map((to) => ({ from, to })),
)

const nameAdapters = ['app.ts', 'app/agents.ts', 'app/program-agents.ts']

/** What is wrong with an import, or null. */
function complaint({ from, to }: Import): string | null {
  if (!to.startsWith(source)) return null
  const [room, target] = [roomOf(from), roomOf(to)]
  const name = `${relative(root, from)} imports ${relative(root, to)}`
  if (!(room in arrows)) return `${name}: ${room} is no room of the house`
  if (room === target) return sameRoom(room, from, to) ? null : `${name}: never each other`
  if (target === 'adapters' && !nameAdapters.includes(relative(source, from)))
    return `${name}: only ${nameAdapters.join(', ')} name adapters`
  return arrows[room]?.includes(target)
    ? null
    : `${name}: ${room} may import ${arrows[room]?.join(', ') || 'nothing of ours'}`
}

/** Adapters, workflows and the embedded agents of workflows do not know their neighbours. */
function sameRoom(room: string, from: string, to: string): boolean {
  if (room !== 'adapters' && room !== 'workflows' && room !== 'offline') return true
  const folder = (path: string) => relative(join(source, room), path).split('/')[0]
  // applications are built by work orders
  const isBuilding = folder(from) === 'improve' && folder(to) === 'workorder'
  return folder(from) === folder(to) || isBuilding
}

/** Files that import each other, directly or by way of others. */
function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const reach = (from: string): ReadonlySet<string> => {
    const seen = new Set<string>()
    const waiting = [...(graph.get(from) ?? [])]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      if (!seen.has(next)) {
        seen.add(next)
        waiting.push(...(graph.get(next) ?? []))
      }
    return seen
  }
  const all = new Map([...graph.keys()].map((file) => [file, reach(file)]))
  const knots = [...all].filter(([file, seen]) => seen.has(file))
  const groups = knots.map(([file, seen]) =>
    [...seen].filter((other) => all.get(other)?.has(file)).toSorted(),
  )
  return [...new Map(groups.map((group) => [group.join(), group])).values()]
}

describe('the house', () => {
  test('[HOUSE-1] has arrows that point inwards only', () => {
    expect(imports.map(complaint).filter((each) => each !== null)).toEqual([])
  })

  test('is really looked at: the check sees the rooms, and notices a wrong arrow', () => {
    expect(imports.filter(({ to }) => to.startsWith(source)).length).toBeGreaterThan(300)
    expect(new Set(imports.map(({ from }) => roomOf(from)))).toEqual(new Set(Object.keys(arrows)))
    const planted = (from: string, to: string) =>
      complaint({ from: join(source, from), to: join(source, to) })
    expect(planted('loop/score.ts', 'engine/run.ts')).toContain('loop may import kit, model')
    expect(planted('adapters/blobs-files/blobs.ts', 'adapters/disk-node/disk.ts')).toContain(
      'never each other',
    )
    expect(planted('workflows/reflex/decide.ts', 'workflows/design/decide.ts')).toContain(
      'never each other',
    )
    expect(planted('entrypoints/cli/main.ts', 'adapters/disk-node/disk.ts')).toContain(
      'only app.ts',
    )
    expect(planted('engine/run.ts', 'workflows/reflex/decide.ts')).not.toBeNull()
    expect(
      importsOf('/x/a.ts', "const b = await import('./b.ts')\nimport type { C } from '../c.ts'"),
    ).toEqual(['/x/b.ts', '/c.ts'])
  })

  test('[HOUSE-1] has no cycle, also not through types and lazy imports', () => {
    const graph = new Map<string, string[]>()
    for (const { from, to } of imports) graph.set(from, [...(graph.get(from) ?? []), to])
    expect(cyclesIn(graph)).toEqual([])
    expect(
      cyclesIn(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['b']],
        ]),
      ),
    ).toEqual([['b', 'c']])
  })

  test('[HOUSE-1] keeps clocks, chance and the environment out of the pure rooms', () => {
    const impure = /\bDate\b(?!\.parse)|Math\.random|process\.|\bfetch\(|from 'node:/
    const seen = ['kit', 'model', 'loop', 'learning', 'obligations', 'views'].flatMap((room) =>
      filesBelow(join(source, room)),
    )
    expect(seen.length).toBeGreaterThan(20)
    expect(seen.filter((path) => impure.test(code(path)))).toEqual([])
    expect(impure.test('const now = new Date()')).toBe(true)
  })

  test('[HOUSE-1] reaches files of state and of projects through the disk port only', () => {
    const direct = /from 'node:(?:fs|child_process)|import\('node:(?:fs|child_process)/
    const files = ['engine', 'loop', 'asking', 'workflows'].flatMap((room) =>
      filesBelow(join(source, room)),
    )
    const own = files
      .filter((path) => direct.test(code(path)))
      .map((path) => relative(source, path))
      .toSorted()
    expect(own).toEqual([
      // files that a user named, wherever they lie
      'engine/read-named.ts',
      'engine/read-yaml.ts',
      'engine/user-files.ts',
      // where a path leads, links included
      'workflows/design/protect.ts',
      // tracks of other projects, and the lock that other programs know
      'workflows/track/evaluation/read-track.ts',
      'workflows/track/metadata-file.ts',
    ])
    expect(direct.test("import { rm } from 'node:fs/promises'")).toBe(true)
  })

  test('[HOUSE-4] knows nothing of a workflow in its engine', () => {
    const words = ['engine', 'loop', 'ports', 'asking']
      .flatMap((room) => filesBelow(join(source, room)))
      .filter((path) => /reflex|design|track|workorder/i.test(code(path)))
    expect(words).toEqual([])
  })

  test('[HOUSE-5] has no barrel but the public API, no utils, and no file above 250 lines', () => {
    const files = filesBelow(source)
    expect(files.filter((path) => /\/(utils?|helpers?|common|misc)(\/|\.ts)/.test(path))).toEqual(
      [],
    )
    const barrels = files.filter(
      (path) => roomOf(path) !== 'index' && /export (\*|\{[^}]*\}) from/.test(code(path)),
    )
    expect(barrels.map((path) => relative(root, path))).toEqual([])
    const long = files.filter((path) => lines(path) > 250)
    expect(long.map((path) => relative(root, path))).toEqual([])
  })

  test('loads what is heavy only when it is needed', () => {
    const heavy = [
      'ai',
      '@ai-sdk/',
      '@redocly/',
      'oxc-parser',
      'typescript',
      '@clack/',
      'diff',
      'node:sqlite',
    ]
    const eager = filesBelow(source).flatMap((path) => {
      const statics = [
        ...readFileSync(path, 'utf8').matchAll(/^(import(?! type)[^;]*?from) '([^']+)'/gms),
      ]
      return statics
        .filter(
          ([, clause = '', name = '']) =>
            heavy.some((each) => name === each || (each.endsWith('/') && name.startsWith(each))) &&
            !/^import \{( type [\w, ]+)+\}/.test(clause),
        )
        .map(([, , name]) => `${relative(root, path)} ${name ?? ''}`)
    })
    // files that are reached only through a lazy import may name what they are for
    const lazyOnly =
      /^src\/(adapters\/agent-model|rules\/own\/find-syntax|checks\/(openapi|document|configuration|code))[./]/
    expect(eager.filter((each) => !lazyOnly.test(each))).toEqual([])
  })
})

const code = (path: string) => readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
const lines = (path: string) =>
  code(path)
    .split('\n')
    .filter((line) => line.trim() !== '').length
