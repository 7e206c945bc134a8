import { expect, test } from 'vitest'
import { examFrom, examine } from '../../../obligations/exam.ts'
import { verdictOf } from '../../../obligations/verdict.ts'
import { examinerOf } from '../exam.ts'

const survey = `
openapi: 3.1.0
info: { title: Glacier survey, version: 1.2.0 }
security: [{ key: [] }]
paths:
  /stakes:
    get:
      operationId: listStakes
      summary: List of Stake
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100 } }
      responses:
        '200': { description: A list of Stake, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Stake' } } } } }
    post:
      operationId: driveStake
      summary: Takes a Stake
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/StakeInput' } } } }
      responses: { '201': { description: Driven, content: { application/json: { schema: { $ref: '#/components/schemas/Stake' } } } } }
  /readings:
    get:
      summary: List of Reading
      responses:
        '200': { description: Readings, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Reading' } } } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Survey-Key } }
  schemas:
    Stake:
      type: object
      required: [code]
      properties:
        code: { type: string, maxLength: 8 }
        elevation: { type: integer, minimum: 0, maximum: 6000 }
        material: { type: string, enum: [wood, plastic], default: wood }
    StakeInput: { allOf: [{ $ref: '#/components/schemas/Stake' }] }
    Reading: { type: object, properties: { takenOn: { type: string, format: date } } }
`
const verdictFor = async (task: string, text: string) => {
  const examiner = examinerOf(text)
  return verdictOf(await examine(examFrom(task, 'task', examiner.vocabulary), examiner, 'x'))
    .verdict
}
const list = "items: { $ref: '#/components/schemas/Stake' }"

test.each([
  [
    'GET /stakes answers 200 with a list of Stake.',
    [
      [list, "items: { $ref: '#/components/schemas/Reading' }"],
      [`{ type: array, ${list} }`, "{ $ref: '#/components/schemas/Stake' }"],
      [list, 'items: { type: string }'],
    ],
  ],
  [
    'POST /stakes takes a Stake in its body.',
    [['#/components/schemas/StakeInput', '#/components/schemas/Reading']],
  ],
  ['GET /stakes with a query parameter `limit` (integer, 1 to 100)', [['in: query', 'in: header']]],
  [
    '- GET /stakes\n- POST /stakes\n\nStake: code (string, required), elevation (integer, 0 to 6000)',
    [
      [list, 'items: { type: string }'],
      ["{ $ref: '#/components/schemas/StakeInput' }", '{ type: string }'],
      ['operationId: driveStake', 'deprecated: true\n      operationId: driveStake'],
      ['minimum: 0,', 'exclusiveMinimum: 0,'],
      ['elevation: {', 'elevation: { readOnly: true, writeOnly: true,'],
    ],
  ],
  [
    'Reading: takenOn (date)',
    [["items: { $ref: '#/components/schemas/Reading' }", 'items: { type: object }']],
  ],
  [
    'Stake: code (string, required), material (string, default wood)',
    [['required: [code]', 'required: [code, material]']],
  ],
  [
    'Stake: code (string, required, at most 8 characters), material (wood or plastic, optional)',
    [
      ['maxLength: 8', 'maxLength: 9'],
      ['[wood, plastic]', '[wood, plastic, gold]'],
    ],
  ],
  [
    'API key in the header `X-Survey-Key`',
    [['summary: Takes a Stake', 'security: []\n      summary: Takes a Stake']],
  ],
  [
    'An API for stakes: GET /stakes.\n\n| Field | Type |\n|---|---|\n| code | string |\n| elevation | integer |\n',
    [
      [
        '        elevation: { type: integer, minimum: 0, maximum: 6000 }\n',
        '',
        'properties: { takenOn',
        'properties: { elevation: { type: integer }, takenOn',
      ],
    ],
  ],
  [
    'An API for stakes.\n- no PUT',
    [
      [
        '    post:',
        '    put:\n      summary: Replace\n      responses: { "204": { description: Done } }\n    post:',
      ],
    ],
  ],
])('[OAS-72] %s: what travels decides, not what a summary says', async (task, wrongs) => {
  expect(await verdictFor(task, survey)).toBe('accepted')
  for (const [from = '', to = '', second = '', by = ''] of wrongs) {
    const wrong = survey.replace(from, to).replace(second, by)
    expect(wrong).not.toBe(survey)
    expect([from, await verdictFor(task, wrong)]).not.toEqual([from, 'accepted'])
  }
})

test.each([
  [
    'a value that nobody asked for',
    'Stake: code (string, required), material (wood or plastic, optional)',
    '[wood, plastic]',
    '[wood, plastic, steel]',
  ],
  [
    'a type that nobody asked for',
    'Stake: code (string, required), elevation (integer, 0 to 6000)',
    'elevation: { type: integer',
    'elevation: { type: [integer, string]',
  ],
])('[OAS-72] %s is left to a person', async (_, task, from, to) => {
  expect(await verdictFor(task, survey)).toBe('accepted')
  expect(survey).toContain(from)
  expect(await verdictFor(task, survey.replace(from, to))).toBe('undecided')
})

test('[OAS-72] a type may be null beside what was asked', async () => {
  const open = survey.replace('elevation: { type: integer', 'elevation: { type: [integer, "null"]')
  const task = 'Stake: code (string, required), elevation (integer, 0 to 6000)'
  expect(await verdictFor(task, open)).toBe('accepted')
})
