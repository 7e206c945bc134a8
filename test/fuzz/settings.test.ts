import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadScript } from '../../src/adapters/agent-scripted/load-script.ts'
import { openScriptedAgent } from '../../src/adapters/agent-scripted/open-scripted-agent.ts'
import { openWorkspace } from '../../src/app.ts'
import { roles } from '../../src/workflows/reflex/steps/bench.ts'
import { openAgents } from '../../src/engine/open-agents.ts'
import { readConfig } from '../../src/app/read-config.ts'
import { readCriteria } from '../../src/workflows/reflex/setup/change-setup.ts'
import { Config } from '../../src/model/config.ts'
import type { Problem } from '../../src/model/problem.ts'
import { Criteria } from '../../src/model/rule.ts'
import { freshFolder } from '../support/folder.ts'
import { storyGates } from '../support/workspace.ts'
import { anyValue, damaged, fuzz, nastyText, nearly, within } from './fuzz.ts'

const goodConfig = `agents:
  default: { kind: offline }
  writer: { kind: command, command: [node, agent.mjs], timeout_s: 30, env: [HOME] }
roles: { producer: writer }
caps: { iterations: 4, wall_time_s: 3600, tokens: 2000000, cost_usd: unlimited }
sandbox: { kind: auto, network: false }
workflows:
  reflex: { path: .ai-factory/evolution, produce: every, stagnation: { includeBlockers: true } }
`
const config = {
  agents: {
    default: { kind: 'offline' },
    writer: { kind: 'command', command: ['node', 'a.mjs'], timeout_s: 30 },
  },
  roles: { producer: 'writer' },
  caps: { iterations: 4, wall_time_s: 60, tokens: 'unlimited', cost_usd: 20 },
  sandbox: { kind: 'auto', network: false },
  workflows: { reflex: { path: 'x', fixers: true } },
}
const criteria = {
  name: 'n',
  version: 1,
  phase: {
    A: { threshold: 0.8, active_levels: ['A'] },
    B: { threshold: 0.9, active_levels: ['A', 'B'] },
  },
  rules: [
    {
      id: 'a.completeness.one',
      description: 'one',
      severity: 'fail',
      weight: 2,
      phase: 'A',
      check: '"x"',
    },
  ],
}
const script = {
  answers: [
    { phase: 'PLAN', output: { plan: ['a', 'b', 'c'] }, repeat: true, usage: { input_tokens: 1 } },
    { role: 'critic', fail: { type: 'timed-out', after_ms: 5 } },
  ],
}
const words = [
  'agents',
  'roles',
  'caps',
  'iterations',
  'kind',
  'command',
  'rules',
  'phase',
  'A',
  'id',
  'answers',
  'output',
  'fail',
]
const leaves = ['offline', 'unlimited', 'toString', 'fail', 'A', 0.5, 1_000_000]

const written = (good: unknown, text: string) =>
  fc.oneof(
    damaged([text]),
    nastyText,
    nearly(good, fc.constantFrom<unknown>(0.5, 1, 3, 'b', 'warn', ['A'], 'unlimited')).map(
      (value) => JSON.stringify(value) ?? '',
    ),
    nearly(good, anyValue(words, leaves)).map((value) => JSON.stringify(value) ?? ''),
    anyValue(words, leaves).map((value) => JSON.stringify(value) ?? ''),
  )

/** A refusal names the file and tells what is wrong. */
function isPlain(problem: Problem, path: string): void {
  expect(problem.exit).toBe(2)
  expect(problem.where ?? '').toContain(path)
  expect(problem.what.trim()).not.toBe('')
}

describe('settings from outside', () => {
  test('[BAD-12] loopwright.yaml is taken as its schema says or refused with its place; what was taken opens its agents', async () => {
    const folder = freshFolder()
    const path = join(folder, 'loopwright.yaml')
    const reach = { taken: 0, refused: 0, lines: 0 }
    await fuzz(700, written(config, goodConfig), async (text) => {
      writeFileSync(path, text)
      const read = await within(2_000, () => readConfig(folder))
      if (!read.ok) {
        reach.refused += 1
        if (/line \d+|:\d+$/.test(read.error.what + (read.error.where ?? ''))) reach.lines += 1
        return isPlain(read.error, path)
      }
      reach.taken += 1
      expect(Config.safeParse(read.value).success).toBe(true)
      const house = await openWorkspace({ cwd: folder, env: {} })
      if (!house.ok) return expect(house.error.exit).toBe(2)
      const agents = await openAgents(house.value, roles)
      if (!agents.ok) expect(agents.error.exit).toBe(2)
    })
    expect(Math.min(reach.taken, reach.refused)).toBeGreaterThan(50)
    expect(reach.lines).toBeGreaterThan(reach.refused * 0.8)
  })

  test('[BAD-12] a criteria file is taken as its schema says or refused with its place', async () => {
    const folder = freshFolder()
    const path = join(folder, 'gates.yaml')
    const reach = { taken: 0, refused: 0 }
    await fuzz(500, written(criteria, storyGates), async (text) => {
      writeFileSync(path, text)
      const read = await within(2_000, () => readCriteria(path))
      if (!read.ok) {
        reach.refused += 1
        return isPlain(read.error, path)
      }
      reach.taken += 1
      expect(Criteria.safeParse(read.value).success).toBe(true)
      for (const rule of read.value.rules) expect(Number.isFinite(rule.weight)).toBe(true)
    })
    expect(Math.min(reach.taken, reach.refused)).toBeGreaterThan(20)
  })

  test('an alias without its anchor, a bomb of aliases, a folder and endless nesting are refused like any mistake', async () => {
    const folder = freshFolder()
    const path = join(folder, 'loopwright.yaml')
    const bomb = [
      'a: &a [x, x, x, x, x, x, x, x, x]',
      ...'bcdefgh'
        .split('')
        .map((name, index) => `${name}: &${name} [${`*${'abcdefg'[index]}, `.repeat(9)}]`),
    ].join('\n')
    for (const text of [
      'agents: *x\n',
      bomb,
      `agents: ${'['.repeat(50_000)}`,
      `agents: ${'{a: '.repeat(5_000)}`,
      'roles: { producer: toString }\n',
      'roles: { producer: __proto__ }\n',
    ]) {
      writeFileSync(path, text)
      const read = await within(5_000, () => readConfig(folder))
      if (read.ok) throw new Error(`taken: ${text.slice(0, 60)}`)
      isPlain(read.error, path)
    }
    rmSync(path)
    mkdirSync(path)
    const read = await readConfig(folder)
    expect(!read.ok && read.error.exit).toBe(2)
  })

  test('a script for the scripted agent is taken or refused by its entry, and what was taken answers', async () => {
    const folder = freshFolder()
    const path = join(folder, 'script.json')
    const reach = { taken: 0, refused: 0 }
    const request = {
      protocol: 1,
      workflow: 'reflex',
      run_id: 'r',
      iteration: 1,
      phase: 'PLAN',
      role: 'planner',
      prompt: '',
      input: {},
      output_schema: {},
      workspace: null,
      attempt: 1,
    } as const
    await fuzz(400, written(script, JSON.stringify(script, null, 2)), async (text) => {
      writeFileSync(path, text)
      const loaded = await within(2_000, () => loadScript(path))
      if (!loaded.ok) {
        reach.refused += 1
        expect(loaded.error.path).toBe(path)
        expect(loaded.error.issues.length).toBeGreaterThan(0)
        return
      }
      reach.taken += 1
      if (loaded.value.answers.some(({ delay_ms }) => delay_ms > 0)) return
      const agent = openScriptedAgent({ answers: [...loaded.value.answers] })
      expect(typeof (await agent.ask({ ...request }, new AbortController().signal)).ok).toBe(
        'boolean',
      )
    })
    expect(Math.min(reach.taken, reach.refused)).toBeGreaterThan(20)
  })
})
