// Draws the rooms and their arrows in ARCHITECTURE.md from the imports there are: `--check` fails when the page differs.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const source = join(root, 'src')
const page = join(root, 'ARCHITECTURE.md')
/** So plain and so often imported that arrows to them would hide the others. */
const everywhere = new Set(['model', 'kit'])

const byName = (one, other) => (one < other ? -1 : 1)

const roomOf = (path) => {
  const [room, next] = relative(source, path).split('/')
  return next === undefined ? room.replace(/\.ts$/, '') : room
}

function arrows() {
  const found = new Map()
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.(test|contract)\.ts$/.test(path))
    .map((path) => join(source, path))
  for (const file of files) {
    const from = roomOf(file)
    if (!found.has(from)) found.set(from, new Set())
    for (const [, name] of readFileSync(file, 'utf8').matchAll(
      /(?:from|import)\s*\(?\s*'(\.[^']+)'/g,
    )) {
      const to = roomOf(resolve(dirname(file), name))
      if (to !== from) found.get(from).add(to)
    }
  }
  return found
}

const reaches = (graph, from, to, without) =>
  [...(graph.get(from) ?? [])].some(
    (next) => next !== without && (next === to || reaches(graph, next, to)),
  )

/** An arrow that a longer way tells as well is left out of the picture; the table has them all. */
const isDrawn = (graph, from, to) => !everywhere.has(to) && !reaches(graph, from, to, to)

function drawn(graph) {
  const rooms = [...graph.keys()].toSorted(byName)
  const lines = rooms.flatMap((from) => {
    const targets = [...graph.get(from)].filter((to) => isDrawn(graph, from, to)).toSorted(byName)
    return targets.length === 0 ? [] : [`  ${from} --> ${targets.join(' & ')}`]
  })
  const rows = rooms.map(
    (room) => `| \`${room}\` | ${[...graph.get(room)].toSorted(byName).join(', ') || '-'} |`,
  )
  return [
    '```mermaid',
    'flowchart LR',
    ...lines,
    '```',
    '',
    '| room | imports |',
    '|---|---|',
    ...rows,
  ].join('\n')
}

const text = readFileSync(page, 'utf8')
const marked =
  /(<!-- drawn by scripts\/architecture\.mjs -->\n)[^]*?(\n<!-- end of the drawing -->)/
const next = text.replace(marked, (_, begin, end) => `${begin}${drawn(arrows())}${end}`)
if (!marked.test(text)) throw new Error('ARCHITECTURE.md has no place for the drawing')
if (next !== text && process.argv.includes('--check')) {
  process.stderr.write(
    'ARCHITECTURE.md does not show the imports there are; run: node scripts/architecture.mjs\n',
  )
  process.exitCode = 1
} else if (next !== text) writeFileSync(page, next)
