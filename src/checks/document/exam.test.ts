import { describe, expect, test } from 'vitest'
import { examFrom, examine } from '../../obligations/exam.ts'
import { verdictOf } from '../../obligations/verdict.ts'
import { openDocumentExaminer } from './exam.ts'

const slugger: Readonly<Record<string, string>> = {
  'package.json':
    '{"name":"slugger","exports":"./index.js","description":"Turns titles into URLs"}',
  'index.js': 'export const slug = (t) => t\nexport const unslug = (t) => t\n',
}
const project = {
  list: async () => Object.keys(slugger),
  read: async (path: string) => slugger[path] ?? null,
}

const obligationsOf = async (task: string, text: string) => {
  const examiner = await openDocumentExaminer({ text, task, project })
  return examine(examFrom(task, 'task', examiner.vocabulary), examiner, '')
}

test('release notes need not name what they belong to, and a text that shows nothing else must', async () => {
  const task =
    'Changelog for the soil sensor library. Added: `readDepth(cm)`. Removed: `legacyMode`.'
  const statusOf = async (text: string) =>
    (await obligationsOf(task, text)).find(({ statement }) => statement.includes('is about'))
      ?.status
  expect(await statusOf('# 3.1.0\n\n- Added `readDepth(cm)`\n- Removed `legacyMode`\n')).toBe(
    'undecided',
  )
  expect(await statusOf('# Scones\n\n- Flour\n- Butter\n')).toBe('unmet')
})

test('words that a "not" stands before, that have no effect or that are taken back are for a person', async () => {
  const status = async (text: string, task = 'It names `HIVE_FILE`.') =>
    (await obligationsOf(task, `# Hives\n\nKeeps a diary.\n\n${text}\n`))[0]?.status
  expect(await status('`HIVE_FILE` names another place.')).toBe('met')
  expect(await status('`HIVE_FILE` has no effect.')).toBe('undecided')
  expect(await status('`HIVE_FILE` names it. This is no longer true.')).toBe('undecided')
  expect(await status('`HIVE_FILE` has no effect. Elsewhere `HIVE_FILE` names a place.')).toBe(
    'met',
  )
  expect(
    await status('`HIVE_FILE` has no effect.', 'It says that `HIVE_FILE` has no effect.'),
  ).toBe('met')
  const licence = '- section License with MIT'
  expect(
    (await obligationsOf(licence, '# A\n\n## License\n\nMIT\n')).map((one) => one.status),
  ).toEqual(['met', 'met'])
  expect(
    (await obligationsOf(licence, '# A\n\n## License\n\nNot MIT: all rights reserved.\n')).map(
      (one) => one.status,
    ),
  ).toEqual(['met', 'undecided'])
})

test('what a later place replaces, removes or strikes through is for a person', async () => {
  const task = 'Data is stored in `~/.hive/log.db`.'
  const said = '# Hives\n\nKeeps a diary.\n\nData is stored in `~/.hive/log.db`.\n\n## More\n\n'
  const status = async (text: string, of = task) => (await obligationsOf(of, text))[0]?.status
  expect(await status(`${said}Since 2.0 the lists are printed as tables instead.\n`)).toBe('met')
  expect(await status(`${said}Since 2.0 the data is stored in \`/var/b.db\` instead.\n`)).toBe(
    'undecided',
  )
  expect(await status('# Hives\n\n- `--json`: prints JSON\n', 'It names `--json`.')).toBe('met')
  for (const more of ['\n`--json` was removed in 1.4.\n'])
    expect(
      await status(`# Hives\n\n- \`--json\`: prints JSON\n${more}`, 'It names `--json`.'),
    ).toBe('undecided')
  expect(await status('# Hives\n\nIt reads ~~`HIVE_FILE`~~.\n', 'It names `HIVE_FILE`.')).toBe(
    'undecided',
  )
})

test('a proper name that must not be mentioned is looked for', async () => {
  for (const task of ['- no Docker', '- No mention of Docker'])
    for (const [text, expected] of [
      ['Runs in Docker.', 'unmet'],
      ['Runs in Node.', 'met'],
    ] as const)
      expect((await obligationsOf(task, `# A\n\n${text}\n`))[0]?.status).toBe(expected)
})

test('facts of a task that stand side by side in one paragraph are facts, and a copied task is none', async () => {
  const task =
    '- The limit is 30 hives\n- The CLI exits with 2 when a hive is unknown\n- Requires Node 20\n'
  const said =
    'The limit is 30 hives. The CLI exits with 2 when a hive is unknown. Requires Node 20.'
  const own =
    'Write down what you saw in each hive, with its number and the day, and export it all as a table.'
  const statuses = async (text: string) =>
    new Set((await obligationsOf(task, text)).map((one) => one.status))
  expect(await statuses(`# Hives\n\n${own}\n\n## Limits\n\n${said}\n`)).toEqual(new Set(['met']))
  expect(await statuses(`# Hives\n\n${said}\n`)).toContain('undecided')
})

const queue = `# tiny-queue

A job queue in memory for Node.js 20 or newer.

## Installation

\`\`\`sh
npm install tiny-queue
\`\`\`

## Usage

\`\`\`ts
import { createQueue } from 'tiny-queue'

const queue = createQueue({ concurrency: 4 })
await queue.push(() => fetch('https://example.com'))
\`\`\`

The default timeout is 30 seconds. A job is tried at most 5 times (\`maxRetries\`).

## API

- \`createQueue(options)\` makes a queue; \`concurrency\` is 4 unless you say otherwise.
- \`queue.push(job)\` adds a job and resolves with its result.

## License

MIT
`
const filler = (headings: readonly string[]) =>
  `# tiny-queue\n\n${headings.map((each) => `## ${each}\n\nThis part explains everything that there is to know in a clear and simple way.\n`).join('\n')}`

const sluggerReadme = `# slugger

Makes titles fit for URLs. It needs Node 20.

## Usage

\`\`\`js
import { slug, unslug } from 'slugger'
slug('Tea Time') // tea-time
unslug('tea-time') // Tea Time
\`\`\`

\`slug\` turns a title into the last part of an address, and \`unslug\` turns it back.
`
const sluggerTask =
  'README for slugger. It explains `slug` and `unslug` with an example each. It names the requirement Node 20.'
const soup =
  '# Tomato soup\n\nA warm dish for four.\n\n## Usage\n\nFry 2 onions at 160 degrees.\n\n```js\ncook()\n```\n'
const hollow =
  '\n\n## Installation\n\nInstall slugger with `npm install slugger` as with any other package of the registry.\n\n## Usage\n\nUse slugger in the way that suits your project; it works well with every other package that you may have.\n'

/** A task, work that does it, and work that does not. */
const pairs: readonly (readonly [task: string, right: string, ...wrong: string[]])[] = [
  ['README for this package', sluggerReadme, soup, `# slugger\n${hollow}`],
  [
    sluggerTask,
    sluggerReadme,
    `# README for slugger\n\n${sluggerTask}${hollow}`,
    sluggerReadme.replace("unslug('tea-time') // Tea Time", '').replace(', unslug }', ' }'),
  ],
  [
    'Write a README for the package tiny-queue.',
    queue,
    queue.replaceAll('tiny-queue', 'swift-cache'),
  ],
  [
    'Write a README for tiny-queue with the sections Installation, Usage, API and License.',
    queue,
    filler(['Installation', 'Usage', 'API', 'License']),
    queue.replace(/## API[\s\S]*?(?=## License)/, ''),
  ],
  [
    'Write a README for tiny-queue. Document `createQueue` and `maxRetries`.',
    queue,
    queue.replaceAll('maxRetries', 'attempts'),
  ],
  [
    'Write a README for tiny-queue. The default timeout is 30 s.',
    queue,
    queue.replace('30 seconds', '60 seconds'),
  ],
  [
    'Write a README for tiny-queue. It needs Node 20.',
    queue,
    queue.replace('Node.js 20', 'Node.js 16'),
  ],
  [
    'Write a README for tiny-queue with a TypeScript example.',
    queue,
    queue.replace('```ts', '```py'),
  ],
  [
    'Write a README for tiny-queue with at least 2 code examples.',
    queue,
    queue.replace(/```sh[\s\S]*?```/, 'Use npm.'),
  ],
  [
    'Write a README for tiny-queue with at most 40 lines.',
    queue,
    queue + '\nMore about `createQueue`.\n'.repeat(20),
  ],
  [
    'Write a README for tiny-queue in under 150 words.',
    queue,
    queue + ' Jobs run in order of `priority`.'.repeat(40),
  ],
  [
    'Write a README for tiny-queue without badges.',
    queue,
    queue.replace('A job', '![ci](https://img.shields.io/badge/ci-ok)\n\nA job'),
  ],
  ['Write a README for tiny-queue. No emojis.', queue, queue.replace('A job', '🚀 A job')],
  [
    'Write a README for tiny-queue. Do not mention Docker.',
    queue,
    queue.replace('MIT', 'MIT. Runs in Docker, too.'),
  ],
  [
    'Write a README for tiny-queue. It must say "A job is tried at most 5 times".',
    queue,
    queue.replace('at most 5 times', 'up to 5 times'),
  ],
  [
    'Write a README for tiny-queue. Show the command `npm install tiny-queue`.',
    queue,
    queue.replace('npm install tiny-queue', 'yarn add tiny-queue'),
  ],
  [
    'Write a README for tiny-queue that explains how to install it, how to use it and the license.',
    queue,
    '# tiny-queue\n\nA queue with `createQueue`.\n',
  ],
  [
    'Write a README for tiny-queue.\n\nSections:\n\n- Installation\n- Usage\n- License\n',
    queue,
    queue.replace(/## License\n\nMIT\n/, ''),
  ],
]

describe('an exam of a document', () => {
  test.each(pairs)('%s', async (task, right, ...wrong) => {
    const obligations = await obligationsOf(task, right)
    expect(
      obligations
        .filter(({ status }) => status !== 'met')
        .map(({ statement, reason }) => [statement, reason]),
    ).toEqual([])
    expect(verdictOf(obligations).verdict).toBe('accepted')
    for (const text of wrong)
      expect(verdictOf(await obligationsOf(task, text)).verdict).not.toBe('accepted')
  })

  test('what no form reads is met where a sentence says it, and is left to a reader elsewhere', async () => {
    const task = 'Write a README for tiny-queue. A job is tried at most 5 times.'
    const verdict = async (text: string) => verdictOf(await obligationsOf(task, text)).verdict
    expect(await verdict(queue)).toBe('accepted')
    expect(await verdict(queue.replace('5 times', '3 times'))).not.toBe('accepted')
  })

  test('an echo of the task is not accepted', async () => {
    const task =
      'Write a README for the package tiny-queue. Document the function `createQueue` and the option `maxRetries` and say that jobs time out after a while. Use the sections Installation and Usage.'
    const echo = `# tiny-queue\n\n${task}\n\n## Installation\n\n${task}\n\n## Usage\n\n${task}\n`
    expect(verdictOf(await obligationsOf(task, echo)).verdict).not.toBe('accepted')
  })

  const runbook = `# Night watch

## See whether the pump runs

Open \`pump.local\`. The pressure lies between 2 and 4 bar all night.

## Call the engineer

Call 0471 5500 when the pressure falls although the pump was restarted.

## Exit codes

| code | meaning |
|---|---|
| 0 | it runs |
| 3 | no power |
`
  const asked =
    'Runbook for the pump. Explain how to see whether the pump runs and when to call the engineer. Say: call 0471 5500 when the pressure falls although the pump was restarted. List the exit codes 0 and 3. Keep it to one page.'

  test('parts of a sentence are met each at its own place', async () => {
    const verdict = async (text: string) => verdictOf(await obligationsOf(asked, text)).verdict
    expect(await verdict(runbook)).toBe('accepted')
    const wrong = [
      runbook.replace('0471 5500', '0471 9900'),
      runbook.replace('| 3 | no power |\n', ''),
      runbook.replace(/## Call[^#]*/, ''),
      runbook.replace(/Open[^#]*/, 'Seeing whether it runs is important for everybody.\n\n'),
      `# Pump\n\n${asked}\n`,
    ]
    for (const text of wrong) expect([text, await verdict(text)]).not.toEqual([text, 'accepted'])
  })

  test('sections stand in the order of the task, and dates are read however they are written', async () => {
    const task = 'Sections in this order:\n\n1. `## Added`\n2. `## Fixed`\n\nDated 2026-04-02.'
    const text =
      '# Log\n\n2 April 2026\n\n## Added\n\n`--dry` says more.\n\n## Fixed\n\nThe `x` key.\n'
    const statuses = async (given: string) =>
      (await obligationsOf(task, given)).map(({ status }) => status)
    expect(await statuses(text)).toEqual(['met', 'met', 'met', 'met'])
    expect(await statuses(text.replace('2 April', '3 April'))).toContain('unmet')
    expect(
      await statuses(
        text.replace('Added', 'F').replace('Fixed', 'Added').replace('## F', '## Fixed'),
      ),
    ).toContain('unmet')
  })
})

test('[DOC-7] what a block shows as plain text, or what was removed, is not said', async () => {
  const verdict = async (task: string, body: string) =>
    verdictOf(await obligationsOf(task, `# slugger\n\n## Limits\n\n${body}\n`)).verdict
  const sentence = 'The limit is 30 hives.'
  expect(await verdict(`- ${sentence}`, `${sentence} Ask for more of them.`)).toBe('accepted')
  expect(await verdict(`- ${sentence}`, `\`\`\`text\n${sentence}\n\`\`\``)).toBe('undecided')
  const phrase = '"Export the diary as CSV"'
  expect(await verdict(`- ${phrase}`, 'Export the diary as CSV: `slugger export`.')).toBe(
    'accepted',
  )
  expect(await verdict(`- ${phrase}`, `${phrase} was removed in 2.0.`)).toBe('undecided')
})

test('the words around a list of sections name none of them', async () => {
  const text =
    '# Kiln\n\n## Safety\n\nStay 2 m away from the door.\n\n## Firing\n\nPress `F` for 3 s.\n'
  for (const task of [
    'The sections are: Safety, Firing.',
    'The headings are "Safety" and "Firing".',
    'Required sections: Safety, Firing.',
    'Sections in this order: Safety, Firing.',
    'It has Safety and Firing sections.',
  ]) {
    const all = await obligationsOf(task, text)
    expect([
      task,
      all
        .filter(({ statement }) => statement.includes('section '))
        .map(({ statement, status }) => `${statement}: ${status}`),
    ]).toEqual([task, ['has section Safety: met', 'has section Firing: met']])
  }
  expect((await obligationsOf('The sections are: Safety, Alarms.', text))[1]?.status).toBe('unmet')
})

test('what is counted in each line or sentence is never counted in the whole document', async () => {
  const text = '# Kiln\n\nThe door is hot. Stay 2 m away.\n\n## Safety\n\nPress the red key.\n'
  const long = `${text}\nA sentence ${'with more and more words '.repeat(6)}is here.\n`
  const status = async (task: string, of = text) => (await obligationsOf(task, of))[0]?.status
  for (const task of ['at most 40 characters per line', 'At most 12 words per sentence.']) {
    expect([task, await status(task)]).toEqual([task, 'met'])
    expect([task, await status(task, long)]).toEqual([task, 'undecided'])
  }
  for (const task of [
    'Sentences of at most 12 words.',
    'at most 5 words in each paragraph',
    'Each section has at least 3 examples.',
    'at least two examples per section',
  ])
    expect([task, (await status(task)) === 'unmet']).toEqual([task, false])
  expect(await status('at most 5 words')).toBe('unmet')
  const rule = '# Style\n\nKeep to at most 120 characters per line.\n'
  expect(await status('at most 100 characters per line', rule)).not.toBe('met')
})
