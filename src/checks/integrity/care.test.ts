import { describe, expect, test } from 'vitest'
import { careKept } from '../../../test/support/integrity/care-kept.ts'
import { careLosses } from '../../../test/support/integrity/care-losses.ts'
import { careTree, type CareEdit } from '../../../test/support/integrity/care-tree.ts'
import { inspectChange } from './inspect-change.ts'

function edited(edits: readonly CareEdit[]): ReadonlyMap<string, string> {
  const tree = new Map(Object.entries(careTree))
  for (const [path, find, put] of edits) {
    const text = tree.get(path) ?? ''
    if (put !== undefined && text.split(find).length !== 2)
      throw new Error(`${path} does not hold once: ${find}`)
    tree.set(path, put === undefined ? find : text.replace(find, () => put))
  }
  return tree
}

const findingsOf = async (edits: readonly CareEdit[]) => {
  const before = new Map(Object.entries(careTree))
  const findings = await inspectChange({ before, after: edited(edits) })
  return findings.filter(({ severity }) => severity !== 'info')
}

describe('care that a change loses', () => {
  test.each(careLosses)('sees $rule: $told', async ({ edits, rule, place }) => {
    const findings = (await findingsOf(edits)).filter((each) => each.rule === `integrity/${rule}`)
    expect(findings.map((each) => each.rule)).toContain(`integrity/${rule}`)
    const places = findings.map((each) => `${each.place.path}:${each.place.line}`)
    expect(places).toContain(place ?? places[0])
  })

  test.each(careLosses)('says nothing of old losses: $told', async ({ edits }) => {
    const before = edited(edits)
    const after = new Map(
      [...before].map(([path, text]) => [path, path.endsWith('.ts') ? `${text}\n` : text]),
    )
    const findings = await inspectChange({ before, after })
    expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([])
  })

  test.each(careKept)('has nothing against $told', async ({ edits }) => {
    const findings = await findingsOf(edits)
    expect(findings.map(({ rule, message }) => `${rule} ${message}`)).toEqual([])
  })
})
