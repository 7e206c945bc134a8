import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineCommand } from '../../engine/workflow-command.ts'
import { ok } from '../../model/result.ts'
import { isOptional, optionName, optionsOf, readArguments } from './arguments.ts'

const command = defineCommand({
  name: 'bake start',
  usage: 'bake start <what> [options]',
  about: '',
  words: ['what', 'extras'],
  arguments: z.object({
    what: z.string(),
    extras: z.array(z.string()).default([]),
    maxMinutes: z.number().int().min(1).max(90).optional().meta({ value: 'N', help: 'how long' }),
    share: z.number().min(0).max(1).optional(),
    oven: z.enum(['gas', 'wood']).optional(),
    quick: z.boolean().default(false).meta({ short: 'k', help: 'no rising' }),
    tag: z.array(z.string()).optional(),
  }),
  examples: [],
  run: async () => ok({ type: 'carry', run: 'x' }),
})

const read = (words: readonly string[], values: Readonly<Record<string, unknown>> = {}) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- values as the parser hands them over
  readArguments(command, { words, values: values as Parameters<typeof readArguments>[1]['values'] })

test('arguments become options: names with hyphens, flags, repeated values, help', () => {
  const { shape } = command.arguments
  expect(optionName('maxMinutes')).toBe('max-minutes')
  expect(optionsOf(shape['maxMinutes'])).toEqual({ type: 'string', value: 'N', help: 'how long' })
  expect(optionsOf(shape['quick'])).toEqual({ type: 'boolean', short: 'k', help: 'no rising' })
  expect(optionsOf(shape['tag'])).toMatchObject({ type: 'string', multiple: true })
  expect([shape['what'], shape['extras'], shape['quick']].map(isOptional)).toEqual([
    false,
    true,
    true,
  ])
})

test('words and options are read by their names, numbers as numbers', () => {
  expect(read(['bread', 'nuts', 'salt'], { 'max-minutes': '45', quick: true })).toEqual({
    ok: true,
    value: { what: 'bread', extras: ['nuts', 'salt'], maxMinutes: 45, quick: true },
  })
})

test.each([
  [{ 'max-minutes': '0' }, '--max-minutes must be a whole number from 1 to 90, not "0"'],
  [{ 'max-minutes': '1e1' }, '--max-minutes must be a whole number from 1 to 90, not "1e1"'],
  [{ 'max-minutes': '2.5' }, '--max-minutes must be a whole number from 1 to 90, not "2.5"'],
  [{ share: '2' }, '--share must be from 0 to 1, not "2"'],
  [{ oven: 'steam' }, '--oven must be one of gas, wood, not "steam"'],
])('%j is refused with what it must be, nothing is guessed', (values, what) => {
  const refused = read(['bread'], values)
  expect(!refused.ok && refused.error.what).toBe(what)
})

test('a word that is refused is shown as it was typed', () => {
  const refused = readArguments(
    { ...command, words: ['what', 'maxMinutes'] },
    { words: ['bread', '0'], values: {} },
  )
  expect(!refused.ok && refused.error.what).toContain('<maxMinutes> must be')
  expect(!refused.ok && refused.error.what).toContain('not "0"')
})
