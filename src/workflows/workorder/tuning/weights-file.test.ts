import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ComplexityWeights } from '../../../model/workorder-config.ts'
import { weightsYaml, withWeights } from './weights-file.ts'

const wanted: ComplexityWeights = {
  ...ComplexityWeights.parse({}),
  codeComplexity: 0.2113,
  contextRequirements: 0.0887,
}
const written = weightsYaml(wanted)

/** Texts into which the weights must go, by what is special about them. */
const texts: Readonly<Record<string, string>> = {
  'nothing at all': '',
  'comments only': '# who answers\n# and who does not\n',
  'no line break at its end': 'agents:\n  default: { kind: offline }',
  'no workflows':
    'agents:\n  # the embedded one\n  default: {kind: offline}   # odd  spaces\ncaps: {iterations: 3}\n',
  'an empty key': 'workflows: # nothing yet\nagents: { default: { kind: offline } }\n',
  'a null': 'workflows:\n  workorder: ~\n  design: { threshold: 80 }\n',
  'other workflows':
    'workflows:\n    design:\n        threshold: 80 # of 100\n    # the last word\ncaps: { iterations: 3 }\n',
  'the workflow with other keys':
    'workflows:\n  workorder:\n    threshold: 7 # of 10\n    commands:\n      test: >-\n        npm run\n        test\n\n    # between\n  # behind\n  design:\n    threshold: 80\n',
  'the workflow in braces': 'workflows:\n  workorder: { mutation_seconds: 60 } # fast\n',
  'the workflow in empty braces': 'workflows:\n  workorder: {}\n',
  'all in braces': '{ "workflows": { "workorder": { "threshold": 7 } } }\n',
  'some weights':
    'workflows:\n  workorder:\n    weights:\n      # tuned by hand\n      codeComplexity: 0.15 # less\n      reasoningDepth: 0.15\n    threshold: 7\n',
  'all weights': `# mine\n${written.replace('0.2113', '0.2').replace('0.0887', '0.1 # why')}\n# end\n`,
  'weights in braces':
    'workflows: {workorder: {weights: {codeComplexity: 0.15, reasoningDepth: 0.15}}}\n',
  'other line breaks':
    'workflows:\r\n  workorder:\r\n    threshold: 7 # of 10\r\n  design:\r\n    threshold: 80\r\n',
}

/** Everything of a text but its line breaks and figures, letter by letter. */
const lettersOf = (text: string): string => text.replace(/[\d.\s]/g, '')

/** Whether all letters of one stand in the other in the same order. */
function isWithin(part: string, whole: string): boolean {
  let at = 0
  for (const letter of whole) if (letter === part[at]) at += 1
  return at === part.length
}

const valueOf = (text: string): Record<string, Record<string, Record<string, unknown>>> =>
  parse(text) ?? {}

describe('weights in loopwright.yaml', () => {
  test.for(Object.entries(texts))(
    'go into a file with %s; every other value and every comment stays',
    ([, text]) => {
      const next = withWeights(text, wanted)
      if (!next.ok) throw new Error(next.error)
      const [before, after] = [valueOf(text), valueOf(next.value)]
      expect(after['workflows']?.['workorder']?.['weights']).toEqual(wanted)
      const { workflows = {}, ...rest } = before
      expect(after).toEqual({
        ...rest,
        workflows: {
          ...workflows,
          workorder: { ...workflows?.['workorder'], weights: wanted },
        },
      })
      const kept = lettersOf(text).replace('workorder:~', 'workorder:')
      expect(isWithin(kept, lettersOf(next.value))).toBe(true)
      for (const comment of text.match(/ *#.*/g) ?? []) expect(next.value).toContain(comment)
      expect(/(?<!\r)\n/.test(next.value)).toBe(!text.includes('\r\n'))
    },
  )

  test('twice are the same as once', () => {
    for (const text of Object.values(texts)) {
      const once = withWeights(text, wanted)
      if (!once.ok) throw new Error(once.error)
      expect(withWeights(once.value, wanted)).toEqual(once)
    }
  })

  test('are not put where keys are written otherwise', () => {
    for (const text of [
      'workflows: [1]\n',
      'workflows:\n  workorder: seven\n',
      'base: &b { threshold: 7 }\nworkflows:\n  workorder: *b\n',
      'workflows: {\n',
      'workflows: { workorder: { weights: { codeComplexity: &n 0.2, reasoningDepth: *n } } }\n',
      '- a list\n',
    ])
      expect(withWeights(text, wanted).ok, text).toBe(false)
  })
})
