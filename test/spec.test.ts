import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

const testFiles = ['src', 'test'].flatMap((folder) =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(test|contract)\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name)),
)

/** The ids that test titles quote, as in test('[GATE-2] …'). Lists such as [OAS-2, OAS-3] count for each. */
function quotedIds(text: string): readonly string[] {
  return [...text.matchAll(/['"`](\[[A-Z][A-Z-]*-\d+[^\]]*\])/g)].flatMap(
    ([, ids = '']) => ids.match(/[A-Z][A-Z-]*-\d+/g) ?? [],
  )
}

const rules = [
  ...readFileSync(join(root, 'SPEC.md'), 'utf8').matchAll(/^- \*\*([A-Z][A-Z-]*-\d+)\*\*/gm),
].map(([, id]) => id ?? '')
const quoted = new Set(testFiles.flatMap((path) => quotedIds(readFileSync(path, 'utf8'))))
const walls = readFileSync(join(root, 'docs/security.md'), 'utf8').match(/\b[A-Z]+-\d+\b/g) ?? []

describe('SPEC.md', () => {
  test('[SPEC-1] has a test title for every rule', () => {
    expect(rules.filter((id) => !quoted.has(id))).toEqual([])
  })

  test('[SPEC-2] has a rule for every id that a test title or the page of security quotes, and each rule once', () => {
    const known = new Set(rules)
    expect([...quoted].filter((id) => !known.has(id)).toSorted()).toEqual([])
    expect(walls.filter((id) => !known.has(id))).toEqual([])
    expect(rules.filter((id, index) => rules.indexOf(id) !== index)).toEqual([])
  })

  test('[SPEC-3] has at most 320 rules, is really read, and the check notices a missing one', () => {
    expect(rules.length).toBeGreaterThan(100)
    expect(rules.length).toBeLessThanOrEqual(320)
    expect(quotedIds("test('\u005bA-1, B-2] x', …)")).toEqual(['A-1', 'B-2'])
    expect(walls.length).toBeGreaterThan(20)
    expect(quoted.has('NEVER-1')).toBe(false)
  })
})
