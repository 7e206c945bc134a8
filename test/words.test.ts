import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const glossary = readFileSync(join(root, 'GLOSSARY.md'), 'utf8')
const avoided = [...(glossary.split('| not | but |')[1] ?? '').matchAll(/^\| ([a-z]+) \| /gm)].map(
  ([, word]) => word ?? '',
)

/** The words of every identifier; what stands in comments and quotes is prose. */
function wordsIn(code: string): ReadonlySet<string> {
  const bare = code
    .replaceAll(/\/\*[^]*?\*\/|\/\/[^\n]*/g, ' ')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g, ' ')
  const names = bare.match(/[A-Za-z]+/g) ?? []
  return new Set(names.flatMap((name) => name.split(/(?=[A-Z])/)).map((word) => word.toLowerCase()))
}

test('[WORDS-1] no name uses a word that the glossary replaces', () => {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !/\.(test|contract)\.ts$/.test(path),
  )
  const uses = files.flatMap((path) => {
    const words = new Set([
      ...wordsIn(readFileSync(join(root, 'src', path), 'utf8')),
      ...basename(path, '.ts').split('-'),
    ])
    return avoided.filter((word) => words.has(word)).map((word) => `${path}: ${word}`)
  })
  expect(uses).toEqual([])
  expect(avoided.length).toBeGreaterThan(3)
  expect(wordsIn("const openHouse = 'surroundings' // happening").has('house')).toBe(true)
  expect(wordsIn("const openHouse = 'surroundings' // happening").size).toBe(3)
})
