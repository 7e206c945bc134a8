import { assert, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMs } from '../../../test/support/cpu-time.ts'
import { ContentCheck } from '../../model/check.ts'
import { runContentCheck } from './run-content-check.ts'

const judge = (search: string, artifact: string, expected?: ContentCheck['expected']) =>
  runContentCheck(
    ContentCheck.parse({ rule_id: 'a.correctness.x', type: 'content', search, expected }),
    artifact,
  )
const text = '# Title\n\nGET /orders and GET /users\nTODO: later\nprice 1.5 a|b\n'

describe('a content check', () => {
  test('takes plain text literally', () => {
    expect(judge('GET /orders', text).verdict).toBe('pass')
    expect(judge('1.5', text).verdict).toBe('pass')
    expect(judge('1.5', 'price 1x5').verdict).toBe('fail')
    expect(judge('get /orders', text).verdict).toBe('fail')
    expect(judge('/users/{id}', 'see /users/{id}').verdict).toBe('pass')
    expect(judge('/api/users', 'api').verdict).toBe('fail')
  })

  test('takes /…/flags as a regular expression', () => {
    expect(judge('/get \\/ORDERS/i', text).verdict).toBe('pass')
    expect(judge('/^price/', text).verdict).toBe('fail')
    expect(judge('/^price/m', text).verdict).toBe('pass')
    expect(judge('/GET/g', text, { min: 2, max: 2 }).verdict).toBe('pass')
    expect(judge('/GET/y', text).verdict).toBe('pass')
  })

  test('tries the parts of a choice that does not occur as it stands', () => {
    expect(judge('PUT|GET', text).verdict).toBe('pass')
    expect(judge('a|b', 'only b').verdict).toBe('pass')
    expect(judge('a|b', text, { max: 1 }).verdict).toBe('pass')
    expect(judge('TODO|FIXME', text, 'absent')).toMatchObject({
      verdict: 'fail',
      findings: [{ place: { line: 4 } }],
    })
    expect(judge('string | null', 'a string').verdict).toBe('fail')
    expect(judge('|GET|x|', text).verdict).toBe('fail')
  })

  test('names the line of a forbidden match', () => {
    expect(judge('TODO', text, 'absent')).toEqual({
      verdict: 'fail',
      details: '"TODO" occurs once, expected never',
      findings: [
        {
          message: '"TODO" is forbidden, but stands on line 4',
          place: { line: 4 },
          evidence: 'TODO: later',
        },
      ],
    })
    const twice = judge('/x/', 'a\nx\n\nx x\nx', { max: 2 })
    expect(twice.findings.map((finding) => finding.place.line)).toEqual([4, 5])
    expect(judge('x', 'a\nb', 'absent').verdict).toBe('pass')
  })

  test('counts between a smallest and a largest number', () => {
    expect(judge('GET', text, { min: 2 }).verdict).toBe('pass')
    expect(judge('GET', text, { min: 3 })).toMatchObject({
      verdict: 'fail',
      details: '"GET" occurs 2 times, expected at least 3 times',
    })
    expect(judge('GET', text, { max: 1 }).verdict).toBe('fail')
    expect(judge('GET', text, { min: 1, max: 3 }).verdict).toBe('pass')
  })

  test('[BAD-22] reports a pattern that does not compile as an error that names it', () => {
    const outcome = judge('/(unclosed/i', text)
    expect(outcome.verdict).toBe('error')
    expect(outcome.details).toContain('/(unclosed/i')
    expect(outcome.details).toContain('Unterminated group')
    expect(judge('/a/uv', text).verdict).toBe('error')
  })

  test('[BAD-22] cuts a pattern that would never end', () => {
    const begun = cpuMs()
    const outcome = judge('/^(a+)+$/', `${'a'.repeat(60)}!`)
    expect(outcome).toMatchObject({ verdict: 'error', details: expect.stringContaining('500 ms') })
    expect(cpuMs() - begun).toBeLessThan(3000)
  })

  test('ends on patterns that match nothing at all places', () => {
    expect(judge('/x*/', 'abc', { min: 4, max: 4 }).verdict).toBe('pass')
    expect(judge('/^/gm', 'a\nb', { min: 2, max: 2 }).verdict).toBe('pass')
    expect(judge('/(?:)/u', '😀', { min: 1 }).verdict).toBe('pass')
  })

  test('never passes a required text on an empty artifact', () => {
    expect(judge('GET', '').verdict).toBe('fail')
    expect(judge('/./', '').verdict).toBe('fail')
  })

  test('is quick on a megabyte', () => {
    const large = 'lorem ipsum dolor\n'.repeat(60_000)
    const begun = cpuMs()
    judge('lorem', large, 'absent')
    judge('/ipsum|dolor/', large, 'absent')
    expect(cpuMs() - begun).toBeLessThan(1000)
  })

  test('answers anything without throwing, and absent is the opposite of present', () => {
    assert(
      property(string({ minLength: 1 }), string(), (search, artifact) => {
        const present = judge(search, artifact, 'present').verdict
        const absent = judge(search, artifact, 'absent').verdict
        expect(present === 'error' ? absent === 'error' : present !== absent).toBe(true)
      }),
    )
  })
})
