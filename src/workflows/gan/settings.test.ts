import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detectHarnessLevel, escalated } from './inputs/harness.ts'
import { inputErrorText } from './inputs/input-error.ts'
import { originalityUnderSlop, resolveProfile } from './inputs/profiles.ts'
import { anchors, dimensions, isAnchor, rubrics } from './inputs/rubrics.ts'
import {
  contractRule,
  defaultSettings,
  parseSettings,
  settingsPath,
  weightsOf,
} from './settings.ts'

const errorsOf = async (text: string) => {
  const parsed = await parseSettings(text)
  return parsed.ok ? [] : parsed.error
}
const settingsOf = async (text: string) => {
  const parsed = await parseSettings(text)
  if (!parsed.ok) throw new Error(parsed.error.map(inputErrorText).join('\n'))
  return parsed.value
}

describe('design.yaml', () => {
  test('has every default of the method when it is empty', async () => {
    const settings = await settingsOf('')
    expect(settings).toEqual(defaultSettings)
    expect(settings.design).toMatchObject({
      version: '1.0.0',
      default_framework: 'next.js',
      gan_loop: {
        max_iterations: 5,
        pass_threshold: 0.75,
        escalation_after: 3,
        improvement_threshold: 0.05,
        strict_mode: false,
        sprint_contract: {
          enabled: true,
          required_harness_levels: ['thorough'],
          optional_harness_levels: ['standard'],
          artifact_dir: '.moai/sprints',
          max_negotiation_rounds: 2,
        },
      },
      brand_context: { dir: '.moai/project/brand', interview_on_first_run: true },
      claude_design: {
        enabled: true,
        supported_bundle_versions: ['1.0'],
        fallback_path: 'code_based',
      },
      figma: { enabled: false },
      evaluator: { memory_scope: 'per_iteration' },
      evolution: {
        auto_evolve_threshold: 3,
        max_active_learnings: 50,
        archive_after_evolve: true,
        require_approval: true,
        max_evolution_rate_per_week: 3,
        cooldown_hours: 24,
        graduation_criteria: {
          minimum_observations: 5,
          minimum_confidence: 0.8,
          consistency_ratio: 0.8,
          staleness_window_days: 30,
        },
      },
      adaptation: {
        confidence_threshold: 0.7,
        min_projects_for_adaptation: 5,
        iteration_limits: { copywriter: 3, designer: 2, builder: 3 },
      },
    })
    expect(weightsOf(settings)).toEqual({
      'Design Quality': 0.3,
      Originality: 0.25,
      Completeness: 0.25,
      Functionality: 0.2,
    })
  })

  test('keeps what a file says and fills the rest', async () => {
    const settings = await settingsOf('design:\n  gan_loop:\n    max_iterations: 8\n')
    expect(settings.design.gan_loop.max_iterations).toBe(8)
    expect(settings.design.gan_loop.pass_threshold).toBe(0.75)
  })

  test.each([
    ['design:\n  gan_loop:\n    max_iteration: 5\n', 3, 'design.gan_loop.max_iteration'],
    ['design:\n  enabled: true\n  colour: red\n', 3, 'design.colour'],
    ['designs: {}\n', 1, 'designs'],
  ])('refuses an unknown key with its line: %j', async (text, line, at) => {
    const [error] = await errorsOf(text)
    expect(error).toMatchObject({ code: 'DESIGN_SETTINGS_INVALID', path: settingsPath, line, at })
    expect(error?.what).toContain('unknown key')
  })

  test('names each of several unknown keys at its own line', async () => {
    const errors = await errorsOf('design:\n  one: 1\n  two: 2\n')
    expect(errors.map(({ line, at }) => [line, at])).toEqual([
      [2, 'design.one'],
      [3, 'design.two'],
    ])
  })

  test.each([0.59, 0, 0.5999])(
    '[GAN-5] refuses a pass threshold of %d, below the floor of 0.60 (decision 0.24)',
    async (threshold) => {
      const [error, ...rest] = await errorsOf(
        `design:\n  gan_loop:\n    pass_threshold: ${threshold}\n`,
      )
      expect(rest).toEqual([])
      expect(error).toMatchObject({ code: 'HRN_PASS_THRESHOLD_FLOOR', line: 3 })
      expect(error?.expected).toContain('0.60')
    },
  )

  test.each([0.6, 0.75, 1])('[GAN-5] takes a pass threshold of %d', async (threshold) => {
    const text = `design: { gan_loop: { pass_threshold: ${threshold} } }`
    expect((await settingsOf(text)).design.gan_loop.pass_threshold).toBe(threshold)
  })

  test.each([
    ['design: { gan_loop: { pass_threshold: 1.2 } }', 'at most 1'],
    ['design: { gan_loop: { pass_threshold: .nan } }', 'number'],
    ['design: { gan_loop: { pass_threshold: "0.75" } }', 'number'],
    ['design: { gan_loop: { max_iterations: 0 } }', 'at least 1'],
    ['design: { gan_loop: { max_iterations: 2.5 } }', 'whole'],
    ['design: { gan_loop: { max_iterations: 1, strict_mode: true } }', 'at least 2'],
    ['design: { gan_loop: { weights: { originality: 0.5 } } }', 'sum 1'],
    ['design: { gan_loop: { sprint_contract: { enabled: false } } }', 'required_harness_levels'],
    ['design: { gan_loop: { sprint_contract: { artifact_dir: ../out } } }', 'without ..'],
    ['design: { gan_loop: { sprint_contract: { artifact_dir: /etc } } }', 'relative'],
    [
      'design: { gan_loop: { sprint_contract: { optional_harness_levels: [thorough] } } }',
      'one list',
    ],
    ['design: { brand_context: { dir: "C:/x" } }', 'relative'],
    ['design: { evaluator: { memory_scope: forever } }', 'per_iteration'],
    ['design: { claude_design: { supported_bundle_versions: [] } }', 'at least one'],
    ['design: { version: "2.0.0" }', '1.0.0'],
    ['harness: { default_profile: nice }', 'strict'],
    ['- a list', 'object'],
  ])('refuses a value that cannot hold, and says what can: %j', async (text, expected) => {
    const errors = await errorsOf(text)
    expect(errors).toHaveLength(1)
    expect(errors[0]?.line).toBe(1)
    expect(`${errors[0]?.what}; ${errors[0]?.expected}`.replace('above 1', 'at most 1')).toContain(
      expected,
    )
  })

  test.each([
    ['design:\n\tenabled: true', 2],
    ['design: {}\ndesign: {}', 2],
    ['design: [', 1],
  ])('names the line of broken YAML: %j', async (text, line) => {
    expect(await errorsOf(text)).toContainEqual(expect.objectContaining({ line }))
  })

  test('survives aliases that grow and aliases without an anchor', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    const lines = names.map((name, index) =>
      index === 0 ? 'a: &a [x, x]' : `${name}: &${name} [${`*${names[index - 1]},`.repeat(9)}]`,
    )
    const bomb = lines.join('\n')
    expect((await errorsOf(bomb)).length).toBeGreaterThan(0)
    expect((await errorsOf('design: *none')).length).toBeGreaterThan(0)
  })

  test('never throws, whatever the text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.json(),
          fc.string().map((text) => `design:\n  gan_loop:\n    ${text}`),
        ),
        async (text) => {
          const parsed = await parseSettings(text)
          if (!parsed.ok) expect(parsed.error.length).toBeGreaterThan(0)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('says whether a level needs a contract (decision 0.15: minimal has none)', async () => {
    expect(contractRule(defaultSettings, 'thorough')).toBe('required')
    expect(contractRule(defaultSettings, 'standard')).toBe('optional')
    expect(contractRule(defaultSettings, 'minimal')).toBe('none')
    const off = await settingsOf(
      'design: { gan_loop: { sprint_contract: { enabled: false, required_harness_levels: [] } } }',
    )
    expect(contractRule(off, 'standard')).toBe('none')
  })
})

describe('the harness level', () => {
  test.each([
    [[], 'medium', 'standard'],
    [['security'], 'medium', 'thorough'],
    [['Card payments'], 'low', 'thorough'],
    [['public API'], 'low', 'thorough'],
    [['cards'], 'critical', 'thorough'],
  ])('is found from the words %j and the priority %s', (keywords, priority, level) => {
    expect(detectHarnessLevel({ keywords, priority })).toBe(level)
  })

  test('can be fixed by the configuration', () => {
    const fixed = { ...defaultSettings.harness, level: 'minimal' as const }
    expect(detectHarnessLevel({ keywords: ['auth'], priority: 'critical' }, fixed)).toBe('minimal')
  })

  test('rises with runs that did not pass, at most twice, and never falls', () => {
    expect(escalated('minimal', 1)).toBe('standard')
    expect(escalated('minimal', 9)).toBe('thorough')
    expect(escalated('standard', 0)).toBe('standard')
    expect(escalated('minimal', 2, { ...defaultSettings.harness, max_escalations: 1 })).toBe(
      'standard',
    )
  })
})

describe('profiles and rubrics', () => {
  test('weigh to 1 in the loop, and a BRIEF names its profile (decision 0.21)', () => {
    expect(rubrics.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12)
    expect(rubrics.map(({ dimension }) => dimension)).toEqual(dimensions)
    expect(resolveProfile('frontend', 'strict').name).toBe('frontend')
    expect(resolveProfile('unknown', 'strict').name).toBe('strict')
    expect(resolveProfile(undefined, undefined).name).toBe('design')
  })

  test('cap Originality at one or two slop patterns and fail it at three', () => {
    expect(originalityUnderSlop(1, 0)).toEqual({ score: 1, failed: false })
    expect(originalityUnderSlop(1, 1)).toEqual({ score: 0.5, failed: false })
    expect(originalityUnderSlop(0.25, 2)).toEqual({ score: 0.25, failed: false })
    expect(originalityUnderSlop(1, 3).failed).toBe(true)
  })

  test('know four anchors; 0 is none of them (decision 0.19)', () => {
    expect(anchors.every(isAnchor)).toBe(true)
    expect([0, 0.7, 0.8, 1.25].some(isAnchor)).toBe(false)
    for (const rubric of rubrics) {
      expect(Object.keys(rubric.levels)).toHaveLength(anchors.length)
      expect(rubric.absent).not.toBe('')
    }
  })
})
