import { describe, expect, test } from 'vitest'
import { impossible, possible } from '../../../bench/acceptance/impossible.ts'
import { examFrom } from '../../obligations/exam.ts'
import { verdictOf } from '../../obligations/verdict.ts'
import { loadParser } from '../integrity/source.ts'
import { contradictionObligations, contradictionsOf, undisputed } from './contradictions.ts'
import { codeVocabulary } from './exam.ts'

const parse = await loadParser()

const find = ({ criteria, test: text }: Pick<(typeof impossible)[number], 'criteria' | 'test'>) => {
  const source = text === '' ? null : parse('code.test.ts', text)
  const { items } = examFrom(criteria, 'criterion', codeVocabulary)
  return contradictionsOf(items, source === null ? [] : [source], parse)
}

describe('what is asked for', () => {
  test.for(impossible)('[READ-14] cannot be had: $name', (each) => {
    const contradictions = find(each)
    expect(contradictions).toHaveLength(1)
    const [one, other] = each.contradiction ?? []
    expect(contradictions[0]?.one.shown).toBe(one)
    if (other !== '') expect(contradictions[0]?.other.shown).toBe(other)
    const [owed] = contradictionObligations(contradictions, 'x')
    expect(owed?.reason).toMatch(/^contradiction: "/)
    expect(verdictOf(owed === undefined ? [] : [owed]).verdict).toBe('undecided')
  })

  test.for(possible)('[READ-14] can be had: $name', (each) => {
    expect(find(each)).toEqual([])
  })

  test('[READ-14] there are at least twenty of both', () => {
    expect(impossible.length).toBeGreaterThanOrEqual(20)
    expect(possible.length).toBeGreaterThanOrEqual(20)
  })

  test('[READ-14] an old test that says otherwise than the task is for a person', () => {
    const criteria = '`toMs` accepts text such as `toMs("10")`, which is 5.14'
    const old = "test('refuses text', () => { assert.throws(() => toMs('10'), TypeError) })"
    const text = `import assert from 'node:assert'\nimport { test } from 'node:test'\n${old}\n`
    const contradictions = find({ criteria, test: text })
    expect(contradictions).toHaveLength(1)
    const failing = ['refuses text', 'adds'].map((name) => ({ name }))
    expect(undisputed(failing, contradictions)).toEqual([{ name: 'adds' }])
  })
})
