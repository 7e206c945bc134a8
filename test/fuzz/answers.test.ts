import { Buffer } from 'node:buffer'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeOutput, readAnswer } from '../../src/adapters/agent-command/read-answer.ts'
import { runCommandCheck } from '../../src/checks/command/run-command-check.ts'
import { runContentCheck } from '../../src/checks/content/run-content-check.ts'
import { AgentAnswer, type AgentFailure, type AgentRequest } from '../../src/model/agent.ts'
import { readJsonObject } from '../../src/model/answer-text.ts'
import { CheckOutcome, PreparedCheck } from '../../src/model/check.ts'
import {
  ArtifactText,
  CritiqueOutput,
  JudgeOutput,
  PlanOutput,
  PrepareOutput,
} from '../../src/workflows/reflex/contracts.ts'
import { Cost, openMeter } from '../../src/asking/meter.ts'
import type { Sandbox } from '../../src/ports/sandbox.ts'
import { anyValue, damaged, fuzz, nastyText, nearly, within } from './fuzz.ts'

const request = (raw: boolean): AgentRequest => ({
  protocol: 1,
  workflow: 'reflex',
  run_id: 'r',
  iteration: 1,
  phase: 'PLAN',
  role: 'planner',
  prompt: 'p',
  input: {},
  output_schema: raw ? null : { type: 'object', properties: { plan: {} } },
  workspace: null,
  attempt: 1,
})

const contracts = {
  plan: { schema: PlanOutput, good: { plan: ['a', 'b', 'c'] } },
  prepare: {
    schema: PrepareOutput,
    good: {
      checks: [
        { rule_id: 'a', type: 'content', search: 'x', expected: { min: 1, max: 3 } },
        { rule_id: 'a', type: 'executable', command: 'true', expected: { exit: 0, stdout: 'x' } },
      ],
    },
  },
  critique: {
    schema: CritiqueOutput,
    good: { issues: [{ rule_id: 'a', problem: 'p', fix_instruction: 'f', expected_effect: 'e' }] },
  },
  judge: {
    schema: JudgeOutput,
    good: { rule_results: [{ id: 'a', evidence: 'e', reason: 'r', verdict: 'pass' }] },
  },
} as const
const words = [
  'output',
  'usage',
  'plan',
  'checks',
  'rule_id',
  'type',
  'search',
  'expected',
  'command',
  'issues',
  'cost_usd',
  'input_tokens',
]
const leaves = ['content', 'executable', 'present', 'pass', 1e308, -5, 2 ** 60]
const odd = anyValue(words, leaves)

const usages = fc.record({
  input_tokens: fc.constantFrom<unknown>(1, 2 ** 53, -1, '7'),
  output_tokens: fc.constantFrom(0, 1e15),
  cost_usd: fc.constantFrom(0.1, 1e308, Number.MAX_VALUE, -1),
})

/** An answer as an agent may print it: bare, fenced, wrapped once or twice, with usage of any kind. */
const printed: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(
      ...Object.values(contracts).map(({ good }) => nearly(good, odd)),
      ...Object.values(contracts).map(({ good }) => fc.constant<unknown>(good)),
      odd,
    ),
    fc.constantFrom('bare', 'fenced', 'wrapped', 'as text', 'usage only'),
    fc.oneof(odd, usages),
  )
  .map(([value, how, usage]) => {
    const text = JSON.stringify(value) ?? ''
    if (how === 'fenced') return `\`\`\`json\n${text}\n\`\`\``
    if (how === 'wrapped') return JSON.stringify({ output: value, usage })
    if (how === 'as text') return JSON.stringify({ output: text, usage })
    return how === 'usage only' ? JSON.stringify({ usage }) : text
  })
const answers = fc.oneof(
  printed,
  nastyText,
  damaged(
    Object.values(contracts).map(({ good }) =>
      JSON.stringify({ output: good, usage: { input_tokens: 3, cost_usd: 1 } }),
    ),
  ),
)

/** A failure is one of the kinds the port knows, in few words. */
function isFailure(failure: AgentFailure): void {
  if (failure.type !== 'bad-output') throw new Error(failure.type)
  expect(failure.issues.length).toBeGreaterThan(0)
  for (const issue of failure.issues) {
    expect(issue.length).toBeLessThan(1_000)
    expect(issue.isWellFormed()).toBe(true)
  }
}

describe("an agent's answer", () => {
  test('[FUZZ-9] is read or refused, raw, as JSON, wrapped or broken; what was read can be kept and its usage counted', async () => {
    const reach = { read: 0, refused: 0, reported: 0 }
    await fuzz(1_500, fc.tuple(answers, fc.boolean()), async ([text, raw]) => {
      const read = await within(1_000, () => readAnswer(text, request(raw)))
      if (!read.ok) {
        reach.refused += 1
        expect(raw).toBe(false)
        return isFailure(read.error)
      }
      reach.read += 1
      const { output, usage } = read.value
      if (raw) expect(typeof output).toBe('string')
      else
        expect(typeof output === 'object' && output !== null && !Array.isArray(output)).toBe(true)
      if (usage?.estimated !== true) reach.reported += 1
      expect(AgentAnswer.safeParse(JSON.parse(JSON.stringify(read.value))).success).toBe(true)
      const meter = openMeter()
      for (let calls = 0; calls < 2; calls += 1) meter.count(usage)
      // what a step cost stands in the history; it must be readable there
      expect(Cost.safeParse(JSON.parse(JSON.stringify(meter.cost(1)))).success).toBe(true)
    })
    expect(Math.min(reach.read, reach.refused, reach.reported)).toBeGreaterThan(10)
  })

  test('[FUZZ-9] nested without end is refused in no time, not read and then lost', async () => {
    for (const text of [
      `{"a":${'['.repeat(2_000_000)}`,
      '{"a":'.repeat(500_000) + '1' + '}'.repeat(500_000),
      `{"output":${'['.repeat(300_000)}${']'.repeat(300_000)}}`,
    ]) {
      const read = await within(2_000, () => readAnswer(text, request(false)))
      if (read.ok) throw new Error('read')
      isFailure(read.error)
    }
    const brackets = JSON.stringify({ text: '[{'.repeat(5_000), more: '\\"[[' })
    expect(readJsonObject(brackets).ok).toBe(true)
  })

  test('[FUZZ-9] that breaks its phase contract is never taken for one that keeps it, and the complaint names the field', async () => {
    const reach = { kept: 0, broken: 0 }
    const given = fc
      .constantFrom(...Object.values(contracts))
      .chain((contract) => nearly(contract.good, odd).map((value) => ({ contract, value })))
    await fuzz(1_000, given, ({ contract, value }) => {
      const parsed = contract.schema.safeParse(value)
      if (!parsed.success) {
        reach.broken += 1
        expect(parsed.error.issues[0]?.message ?? '').not.toBe('')
        return
      }
      reach.kept += 1
      // what was kept is still what it was after it was written down and read again
      expect(contract.schema.safeParse(JSON.parse(JSON.stringify(parsed.data))).data).toEqual(
        parsed.data,
      )
    })
    await fuzz(300, fc.oneof(nastyText, fc.constant('x'.repeat(2_000_001))), (text) => {
      const parsed = ArtifactText.safeParse(text)
      expect(parsed.success).toBe(
        text.trim() !== '' && !text.includes('\0') && text.length <= 2_000_000,
      )
    })
    expect(Math.min(reach.kept, reach.broken)).toBeGreaterThan(50)
  })

  test('as the bytes a command printed is text or refused: never binary, never half a character, never nothing', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      nastyText.map((text) => new Uint8Array(Buffer.from(text))),
      damaged(['{"plan":["é","😀"]}']).map((text) => new Uint8Array(Buffer.from(text, 'latin1'))),
    )
    const reach = { text: 0, refused: 0 }
    await fuzz(1_500, bytes, (given) => {
      const decoded = decodeOutput(Buffer.from(given))
      if (!decoded.ok) {
        reach.refused += 1
        return isFailure(decoded.error)
      }
      reach.text += 1
      expect(
        decoded.value.isWellFormed() &&
          !decoded.value.includes('\0') &&
          decoded.value.trim() !== '',
      ).toBe(true)
      expect(
        Buffer.from(given)
          .toString()
          .replace(/^\ufeff/, ''),
      ).toBe(decoded.value)
    })
    expect(Math.min(reach.text, reach.refused)).toBeGreaterThan(100)
  })
})

describe('a prepared check', () => {
  const texts = fc.oneof(
    nastyText,
    fc.constantFrom(
      'TODO',
      'a|b',
      '/^# /m',
      '/(a+)+$/',
      '/[/',
      '/x/gg',
      '/\\p{L}+/u',
      '/(?<=a)b/y',
    ),
  )
  const artifacts = fc.oneof(
    nastyText,
    fc.constant('# Title\n\nTODO\n'),
    fc.constant(`${'a'.repeat(40)}!`),
  )
  const outcomeOf = (outcome: CheckOutcome) => {
    expect(CheckOutcome.safeParse(JSON.parse(JSON.stringify(outcome))).success).toBe(true)
    return outcome.verdict
  }

  test('of content has an outcome for any pattern and any text, within a second, and an empty text never has what must be there', async () => {
    const reach = new Map<string, number>()
    const check = fc.record({
      search: texts,
      expected: fc.constantFrom<unknown>(
        'present',
        'absent',
        { min: 2 },
        { max: 0 },
        { min: 1, max: 2 },
        {},
        'maybe',
        -1,
      ),
    })
    await fuzz(250, fc.tuple(check, artifacts), async ([{ search, expected }, artifact]) => {
      const parsed = PreparedCheck.safeParse({ rule_id: 'a', type: 'content', search, expected })
      if (!parsed.success || parsed.data.type !== 'content') return
      const { data } = parsed
      const verdict = outcomeOf(await within(2_000, () => runContentCheck(data, artifact)))
      reach.set(verdict, (reach.get(verdict) ?? 0) + 1)
      if (expected === 'present' && !search.startsWith('/'))
        expect(outcomeOf(runContentCheck(data, ''))).not.toBe('pass')
    })
    for (const verdict of ['pass', 'fail', 'error'])
      expect(reach.get(verdict) ?? 0, verdict).toBeGreaterThan(5)
  })

  test('of a command has an outcome for whatever the sandbox reports, and passes only on what was expected', async () => {
    const report = fc.oneof(
      fc.record({
        type: fc.constant('exited' as const),
        code: fc.integer({ min: 0, max: 255 }),
        stdout: texts,
        stderr: texts,
        ms: fc.nat(),
      }),
      fc.record({
        type: fc.constant('stopped' as const),
        limit: fc.constantFrom('time' as const, 'memory' as const, 'output' as const),
        stdout: texts,
        stderr: texts,
        ms: fc.nat(),
      }),
    )
    const expectation = fc.constantFrom<unknown>(
      'pass',
      0,
      1,
      255,
      { exit: 0, stdout: 'TODO' },
      { stderr: '/[/' },
      { stdout: '/(a+)+$/' },
    )
    let passed = 0
    await fuzz(250, fc.tuple(report, expectation, texts), async ([run, expected, command]) => {
      const parsed = PreparedCheck.safeParse({
        rule_id: 'a',
        type: 'executable',
        command,
        expected,
      })
      if (!parsed.success || parsed.data.type !== 'executable') return
      const sandbox = {
        kind: 'bwrap',
        run: async () => ({ ok: true, value: run }),
      } as unknown as Sandbox
      const verdict = outcomeOf(
        await runCommandCheck(
          parsed.data,
          { artifact: 'x' },
          { sandbox, signal: new AbortController().signal },
        ),
      )
      if (verdict === 'pass') passed += 1
      if (run.type === 'stopped') expect(verdict).toBe('error')
      if (verdict === 'pass' && typeof expected === 'number')
        expect(run.type === 'exited' && run.code).toBe(expected)
    })
    expect(passed).toBeGreaterThan(0)
  })
})
