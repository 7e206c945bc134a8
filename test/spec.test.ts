import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

const testFiles = ['src', 'test'].flatMap((folder) =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(test|contract)\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name)),
)

/** The ids that test titles quote, as in test('[GATE-2] …'). Lists such as [OAS-1, OAS-2] count for each. */
function quotedIds(text: string): readonly string[] {
  return [...text.matchAll(/['"`](\[[A-Z][A-Z-]*-\d+[^\]]*\])/g)].flatMap(
    ([, ids = '']) => ids.match(/[A-Z][A-Z-]*-\d+/g) ?? [],
  )
}

const rules = [
  ...readFileSync(join(root, 'SPEC.md'), 'utf8').matchAll(/^- \*\*([A-Z][A-Z-]*-\d+)\*\*/gm),
].map(([, id]) => id ?? '')
const quoted = new Set(testFiles.flatMap((path) => quotedIds(readFileSync(path, 'utf8'))))

describe('SPEC.md', () => {
  test('[SPEC-1] has a test title for every rule', () => {
    expect(rules.filter((id) => !quoted.has(id))).toEqual([])
  })

  test('[SPEC-2] has a rule for every id that a test title quotes, and each rule once', () => {
    const known = new Set(rules)
    expect([...quoted].filter((id) => !known.has(id)).toSorted()).toEqual([])
    expect(rules.filter((id, index) => rules.indexOf(id) !== index)).toEqual([])
  })

  test('[SPEC-3] is really read: it has many rules, and the check notices a missing one', () => {
    expect(rules.length).toBeGreaterThan(100)
    expect(quotedIds("test('\u005bA-1, B-2] x', …)")).toEqual(['A-1', 'B-2'])
    expect(quoted.has('NEVER-1')).toBe(false)
  })
})
