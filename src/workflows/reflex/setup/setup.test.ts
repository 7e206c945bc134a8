import { describe, expect, test } from 'vitest'
import { findBuiltIn } from '../../../checks/builtin.ts'
import type { Sandbox } from '../../../ports/sandbox.ts'
import { TaskType } from '../events.ts'
import { builtinOf } from '../rule-checks.ts'
import { templateFor } from '../templates/templates.ts'
import { detectTaskType } from './detect-task-type.ts'

describe('the kind of a task', () => {
  test.each([
    ['OpenAPI 3.1 spec + DDD notes + JSON examples', 'api-spec'],
    ['REST API for a bookshop with endpoints for books and orders', 'api-spec'],
    ['GET /users and POST /users for our service, as a contract', 'api-spec'],
    ['README for this package', 'docs'],
    ['a getting started guide for new users', 'docs'],
    ['write an ADR about the queue', 'docs'],
    ['a commented .env with PORT and DATABASE_URL', 'config'],
    ['docker-compose for web and postgres', 'config'],
    ['nginx configuration that serves two hosts', 'config'],
    ['TypeScript function slugify(text) returns a slug', 'code'],
    ['implement a Python class Stack with push and pop', 'code'],
  ])('[SETUP-1] "%s" is found out: %s', (prompt, type) => {
    expect(detectTaskType(prompt)).toBe(type)
  })

  test.each(['something nice', '', 'make it better', 'a poem about the sea'])(
    '"%s" is left to a person',
    (prompt) => {
      expect(detectTaskType(prompt)).toBeNull()
    },
  )
})

describe('the criteria templates', () => {
  const templates = TaskType.options.flatMap((type) => templateFor(type) ?? [])

  test('are four, with eight rules each, half of them for A and half for B', () => {
    expect(templates).toHaveLength(4)
    for (const { rules } of templates) {
      expect(rules).toHaveLength(8)
      expect(rules.filter(({ phase }) => phase === 'A')).toHaveLength(4)
    }
    expect(templateFor('other')).toBeNull()
  })

  test('have the thresholds 0.8 and 0.9, for documentation 0.75 and 0.85', () => {
    const thresholds = (type: 'docs' | 'code' | 'config' | 'api-spec') => {
      const { A, B } = templateFor(type)?.phase ?? { A: { threshold: 0 }, B: { threshold: 0 } }
      return [A.threshold, B.threshold]
    }
    expect(thresholds('docs')).toEqual([0.75, 0.85])
    for (const type of ['code', 'config', 'api-spec'] as const)
      expect(thresholds(type)).toEqual([0.8, 0.9])
  })

  test('expand to full rules: weight by severity, an explicit check', () => {
    for (const { rules } of templates)
      for (const rule of rules) {
        expect(rule.weight).toBe({ fail: 2, warn: 1, info: 0 }[rule.severity])
        expect(Object.keys(rule).toSorted()).toEqual([
          'check',
          'description',
          'id',
          'phase',
          'severity',
          'weight',
        ])
      }
  })

  test('have a real built-in check for every one of their 32 rules', async () => {
    const ids = templates.flatMap(({ rules }) => rules.map(builtinOf))
    expect(ids).toHaveLength(32)
    expect(new Set(ids).size).toBe(32)
    for (const id of ids) expect(await findBuiltIn(id ?? ''), String(id)).not.toBeNull()
  })

  test('[TEMPLATE-5] no built-in check passes an empty artifact or one of mere noise', async () => {
    const sandbox: Sandbox = {
      kind: 'refused',
      run: async () => ({ ok: false, error: { type: 'no-sandbox', reason: 'none', remedy: '' } }),
    }
    const project = { list: async () => [], read: async () => null }
    const task = {
      prompt: 'make a thing with GET /things, key PORT, function add(a, b), section Usage',
      ideal_result: '',
    }
    for (const { rules } of templates)
      for (const rule of rules) {
        const check = await findBuiltIn(builtinOf(rule) ?? '')
        for (const artifact of ['', ' \n\n', '%%%% ???? ####']) {
          const outcome = await check?.run(
            { artifact, task, project },
            { sandbox, signal: new AbortController().signal },
          )
          expect(
            outcome?.verdict,
            `${rule.id} on ${JSON.stringify(artifact)}: ${outcome?.details}`,
          ).not.toBe('pass')
        }
      }
  })
})
