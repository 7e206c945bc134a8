import { describe, expect, test } from 'vitest'
import { examFrom, examine } from './exam.ts'
import { met, unmet } from './examine.ts'
import { readDemands } from './read.ts'
import { sentencesOf } from './sentences.ts'

const vocabulary = { glue: new Set(['service', 'file', 'compose']), forms: [] }
const read = (text: string) => readDemands(text, vocabulary)
const checks = (text: string) =>
  read(text).demands.map(({ check, negated }) => (negated ? { not: check } : check))

describe('the sentences of a task', () => {
  test('are paragraphs cut at full stops, list items, table rows and lines of code', () => {
    const text = [
      '# Shop',
      '',
      'A first one, e.g. this. A second; a third!',
      '',
      '- an item that',
      '  goes on',
      '1. `a.b` is one.',
      '',
      '| name | type |',
      '|---|---|',
      '| price | number |',
      '',
      '```sh',
      'npm run build',
      '```',
    ].join('\n')
    expect(sentencesOf(text).map((each) => each.text)).toEqual([
      'Shop',
      'A first one, e.g. this',
      'A second',
      'a third!',
      'an item that goes on',
      '`a.b` is one',
      'name | type',
      'price | number',
      '`npm run build`',
    ])
    expect(sentencesOf(text).map((each) => each.line)).toEqual([1, 3, 3, 3, 5, 7, 9, 11, 14])
  })
})

test('a sentence below short items of a list is one of its own, and a wrapped item is not', () => {
  const texts = (task: string) => sentencesOf(task).map(({ text }) => text)
  expect(texts('- one after the other\nBoth restart.')).toEqual([
    'one after the other',
    'Both restart.'.slice(0, -1),
  ])
  const long = '- a line that was wrapped since it is longer than the others, on\nMondays'
  expect(texts(long)).toHaveLength(1)
})

describe('the reader', () => {
  test('reads rows of a table of calls, and calls that share what is said of them', () => {
    const table =
      '| Call | Result |\n|---|---|\n| `cost("T20")` | `60` |\n| `cost("")` | throws `RangeError` |'
    expect(checks(table)).toEqual([
      { type: 'call', callee: 'cost', call: 'cost("T20")', result: '60' },
      { type: 'call', callee: 'cost', call: 'cost("")', throws: true, error: 'RangeError' },
    ])
    expect(checks('`cost(0)` and `cost(-1)` throw a `RangeError`')).toEqual([
      { type: 'call', callee: 'cost', call: 'cost(0)', throws: true, error: 'RangeError' },
      { type: 'call', callee: 'cost', call: 'cost(-1)', throws: true, error: 'RangeError' },
    ])
  })

  test('reads a number with words between backticks as a text, and a number as a number', () => {
    const call = (text: string, result: string) => ({
      type: 'call',
      callee: 'say',
      call: text,
      result,
    })
    expect(checks('`say(59)` is `59 s`. `say(5400)` is `1 h 30 min`. `say(4)` is `4`.')).toEqual([
      call('say(59)', '"59 s"'),
      call('say(5400)', '"1 h 30 min"'),
      call('say(4)', '4'),
    ])
  })

  test('reads which error a call throws, and what its message says', () => {
    const of = (text: string) => checks(text)[0]
    const thrown = { type: 'call', callee: 'fine', call: 'fine(-1)', throws: true }
    const message = 'days must be 0 or more'
    expect(of('`fine(-1)` throws an error')).toEqual(thrown)
    expect(of('`fine(-1)` throws RangeError')).toEqual({ ...thrown, error: 'RangeError' })
    for (const says of [
      `throws a \`RangeError\` with the message "${message}"`,
      `throws new RangeError('${message}')`,
      `throws RangeError: "${message}"`,
    ])
      expect(of(`\`fine(-1)\` ${says}`)).toEqual({ ...thrown, error: 'RangeError', message })
    expect(of(`\`fine(-1)\` throws "${message}"`)).toEqual({ ...thrown, message })
  })

  test('passes over the number of a requirement, and keeps it in the source', () => {
    const demand = { type: 'call', callee: 'cost', call: 'cost(2)', result: '60' }
    for (const number of [
      'R1: ',
      '**FR-2:** ',
      '**FR-2**: ',
      'AC3 - ',
      '[REQ4] ',
      '1.2.3 ',
      'NFR1. ',
    ]) {
      const text = `- ${number}\`cost(2)\` is 60`
      expect(checks(text), number).toEqual([demand])
      expect(read(text).sentences, number).toMatchObject([
        { text: text.slice(2), account: 'demands' },
      ])
    }
    const lines = '[R1] `cost(2)` is 60\n[R2] `cost(3)` is 90'
    expect(read(lines).sentences.map(({ line }) => line)).toEqual([1, 2])
    for (const text of ['Node: latest', 'H1: a welcome', 'S3: private', '1.5 seconds', 'A1: 5 EUR'])
      expect(read(text).sentences[0]?.rest, text).toContain(/^[\w.]+/.exec(text)?.[0])
  })

  test('does not count what has a unit', () => {
    expect(checks('a battery above 60 %')).not.toContainEqual(
      expect.objectContaining({ type: 'limit' }),
    )
    expect(checks('at most 60 % load')[0]).toMatchObject({ unit: '%', value: 60 })
  })

  test('takes a heading with nothing below for a sentence, and what one shows in code for a demand', () => {
    expect(checks('STATIONS=husum,buesum, PORT=3000,HOST=a')).toEqual([
      { type: 'value', name: 'STATIONS', value: 'husum,buesum' },
      { type: 'value', name: 'PORT', value: 3000 },
      { type: 'value', name: 'HOST', value: 'a' },
    ])
    expect(checks('# Set PORT=3000')).toEqual([{ type: 'value', name: 'PORT', value: 3000 }])
    expect(read('# Move it to Postgres').sentences[0]).toMatchObject({ account: 'rest' })
    expect(checks('# GET /books\n\nThe service.')[0]).toMatchObject({ path: '/books' })
    expect(read('# Books\n\nPORT=3000').sentences[0]).toMatchObject({ account: 'context' })
  })

  test('reads code, calls, values, endpoints, quotes, names and numbers', () => {
    expect(checks('`add(1, 2)` is 3')).toEqual([
      { type: 'call', callee: 'add', call: 'add(1, 2)', result: '3' },
    ])
    expect(checks('slugify("A b") returns "a-b"')[0]).toMatchObject({ result: '"a-b"' })
    expect(checks('`parse("")` throws')[0]).toMatchObject({ call: 'parse("")', throws: true })
    expect(checks('PORT=3000 and `GET /books`')).toEqual([
      { type: 'value', name: 'PORT', value: 3000 },
      { type: 'endpoint', method: 'GET', path: '/books' },
    ])
    expect(checks('port 8080, timeout of 30 s')).toEqual([
      { type: 'value', name: 'port', value: 8080 },
      { type: 'value', name: 'timeout', value: '30 s' },
    ])
    expect(checks('it has "Book a visit" and MAX_SIZE')).toEqual([
      { type: 'phrase', text: 'Book a visit' },
      { type: 'name', name: 'MAX_SIZE' },
    ])
  })

  test('reads the plain negation of a demand, through a list, and no further', () => {
    const name = (each: string) => ({ type: 'name', name: each })
    expect(checks('do not use `eval` or `Function`')).toEqual([
      { not: name('eval') },
      { not: name('Function') },
    ])
    expect(checks('without `redis`, use `postgres`')).toEqual([
      { not: name('redis') },
      name('postgres'),
    ])
    expect(checks('`a` instead of `b`')).toEqual([name('a'), { not: name('b') }])
  })

  test('reads through the marks around what a form has read', () => {
    const own = {
      glue: new Set<string>(),
      forms: [
        (text: string) =>
          [...text.matchAll(/redis/g)].map(({ index }) => ({
            start: index,
            end: index + 5,
            check: { type: 'name', name: 'redis' } as const,
          })),
      ],
    }
    const { demands, sentences } = readDemands('no `redis`', own)
    expect(demands).toMatchObject([{ negated: true }])
    expect(sentences).toMatchObject([{ account: 'demands' }])
  })

  test('reads bounds', () => {
    expect(checks('at most 5 retries')).toEqual([
      { type: 'limit', name: 'retries', bound: 'most', value: 5 },
    ])
    expect(checks('no more than 2 MB memory')[0]).toMatchObject({ bound: 'most', unit: 'MB' })
    expect(checks('fewer than 10 lines')[0]).toMatchObject({ bound: 'most', value: 9 })
  })

  test('[READ-5] hands on every sentence with words that no form has read', () => {
    const [first, second, third] = read(
      'A compose file with `web`. The `web` service restarts unless stopped. Only `web` is public.',
    ).sentences
    expect(first).toMatchObject({ account: 'demands', rest: [] })
    expect(second).toMatchObject({ account: 'rest', rest: ['restarts', 'unless', 'stopped'] })
    expect(third).toMatchObject({ account: 'rest', rest: ['Only', 'public'] })
  })

  test('takes a number of things for no result', () => {
    const { demands } = read('`turns("x", 1)` gives 7 dates, `price("5 EUR")` is 500 cents')
    expect(demands.filter(({ check }) => check.type === 'call')).toMatchObject([
      { check: { call: 'price("5 EUR")', result: '500' } },
    ])
  })

  test('[READ-6] takes headings and sections of background for context, wishes for should', () => {
    const { sentences, demands } = read(
      '# Shop\n\n## Background\nWe have `old`.\n\n## Scope\n- `web`\n- ideally `cache`',
    )
    expect(sentences.map(({ account }) => account)).toEqual([
      'context',
      'context',
      'context',
      'context',
      'demands',
      'demands',
    ])
    expect(demands.map(({ weight }) => weight)).toEqual(['must', 'should'])
  })

  test.each([
    ['Ratings have `stars` and an optional `comment`', ['must', 'must']],
    ['The fastest gets a bonus of `POINTS=5`', ['must']],
    ['It has the flag `--all`, and ideally `--since`', ['must', 'should']],
    ['It has the flag `--since` if possible', ['should']],
    ['Optional: `--since`', ['should']],
  ])('[READ-6] tells wishes from demands: %s', (text, weights) => {
    expect(read(text).demands.map(({ weight }) => weight)).toEqual(weights)
  })

  test('takes what the first sentence is for as its subject', () => {
    expect(checks('A compose file for a seed library with `web`')[0]).toEqual({
      type: 'topic',
      words: ['seed', 'library'],
    })
  })
})

describe('an exam', () => {
  const exam = examFrom('- `web`\n- no `redis`\n- starts quickly', 'task', vocabulary)

  test('[READ-5] has an item for every demand and for every sentence that was not read', () => {
    expect(exam.items.map(({ id, check }) => [id, check !== null])).toEqual([
      ['task.1.1', true],
      ['task.2.1', true],
      ['task.3', false],
    ])
  })

  test('asks last for what has to wait, and answers in the order of the task', async () => {
    const asked: string[] = []
    const answers = await examine(
      examFrom('- there is `web`\n- there is `hidden`', 'task', vocabulary),
      {
        vocabulary,
        isLate: (check) => check.type === 'name' && check.name === 'web',
        examine: (check) => {
          if (check.type === 'name') asked.push(check.name)
          return met('it is there')
        },
      },
      'hash',
    )
    expect(asked).toEqual(['hidden', 'web'])
    expect(answers.map(({ statement }) => statement)).toEqual([
      expect.stringContaining('web'),
      expect.stringContaining('hidden'),
    ])
  })

  test('turns an answer around where the task says no, and leaves the rest undecided', async () => {
    const answers = await examine(
      exam,
      {
        vocabulary: { glue: new Set(), forms: [] },
        examine: (check) =>
          check.type === 'name' && check.name === 'web' ? met('it is there') : unmet('not there'),
      },
      'hash',
    )
    expect(answers.map(({ status }) => status)).toEqual(['met', 'met', 'undecided'])
  })

  test('[SAID-4] refuses nothing by half a sentence, but by a call and its result', async () => {
    const asked = examFrom(
      '- `web` starts quickly\n- `web` is a service\n- a bike costs more: `fare(1)` is 2\n- today `fare(1)` is 3',
      'task',
      vocabulary,
    )
    const answers = await examine(asked, { vocabulary, examine: () => unmet('not there') }, 'hash')
    expect(answers.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'task.1.1 undecided',
      'task.1 undecided',
      'task.2.1 unmet',
      'task.3.1 unmet',
      'task.3 undecided',
      'task.4.1 undecided',
      'task.4 undecided',
    ])
  })

  test.for([
    ['R1: PORT=3000\n\nR2: PORT=4000', true],
    ['PORT=3000 and PORT=4000', true],
    ['MAX_SIZE is 5. MAX_SIZE is 6.', true],
    ['- `port`: 3000\n- `port`: 4000', true],
    ['PORT=3000 and HOST=4000', false],
    ['`web` has PORT=3000, and `api` has PORT=4000', false],
    ['PORT=3000. PORT=3000.', false],
    ['tests on Node 22 and 24', false],
  ] as const)(
    '[READ-14] one name with two values is for a person: %s',
    async ([task, isConflict]) => {
      const examiner = { vocabulary, examine: () => unmet('it is not so') }
      const owed = await examine(examFrom(task, 'task', vocabulary), examiner, 'x')
      const told = owed.filter(({ reason }) => reason.startsWith('contradiction: '))
      expect(told.length).toBe(isConflict ? 2 : 0)
      for (const each of told)
        expect(each).toMatchObject({ status: 'undecided', decided_by: 'person' })
    },
  )
})
