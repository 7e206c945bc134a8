// Builds and analyses for the stories of improve. It does what AGENTS.md says and no more, and proposes what a script says.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const { input, phase, iteration, workspace } = JSON.parse(await text(process.stdin))

const proposal = (description, changes, more = {}) => ({
  type: 'prompt_tuning',
  description,
  cause: 'test_coverage',
  rationale: 'the last application shows it',
  testing_plan: 'the next application is measured',
  rollback_plan: 'improve rollback',
  expected_impact: 'a higher score',
  changes,
  ...more,
})
const rules = (before, after) => [{ path: 'AGENTS.md', before, after }]
const plain = 'Change only the files that the order names.'
const careless = 'Answer at once; guess what numbers come out.'
const tested = 'Write tests with every change.'

/** First what harms, what makes the exam easier and what lies outside; then it is taken back, and what helps is added. */
const script = [
  [
    proposal('Answer faster', rules(plain, `${plain} ${careless}`)),
    proposal('Ask for less', [
      { path: 'loopwright.yaml', before: 'threshold: 7', after: 'threshold: 2' },
    ]),
    proposal('Tell everybody', [{ path: '../AGENTS.md', before: null, after: 'Hello.' }]),
  ],
  [
    proposal('Answer as before', rules(` ${careless}`, ''), { undoes: 'i1-1' }),
    proposal('Ask for tests', rules('# Rules\n', `# Rules\n\n- ${tested}\n`)),
  ],
]

/** A set-up that is marked first gets nine rules that change nothing, or gets only what is harmless and applies to it. */
function proposed() {
  const all = script[iteration - 1] ?? []
  const agents = input.files['AGENTS.md']
  const last = `${agents.trimEnd().split('\n').at(-1)}\n`
  if (agents.includes('rule by rule') && !agents.includes('Rule 9'))
    return [proposal(`Rule ${iteration}`, rules(last, `${last}- Rule ${iteration}.\n`))]
  if (!input.files['AGENTS.md'].includes('by itself')) return all
  return all.filter(({ changes }) =>
    changes.every(({ path, before }) => path === 'AGENTS.md' && input.files[path].includes(before)),
  )
}

const code = (result) => `/** The price with its tax. */
export const taxed = (price) => ${result}
`
const tests = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { taxed } from '../src/tax.js'

test('taxed adds a fifth', () => {
  assert.equal(taxed(10), 12)
  assert.equal(taxed(0), 0)
})
`

if (phase === 'ANALYSE') process.stdout.write(JSON.stringify({ proposals: proposed() }))
else {
  const told = readFileSync(join(workspace, 'AGENTS.md'), 'utf8')
  writeFileSync(
    join(workspace, 'src', 'tax.js'),
    code(told.includes('guess') ? '99' : 'price * 1.2'),
  )
  if (told.includes(tested)) writeFileSync(join(workspace, 'test', 'tax.test.js'), tests)
  process.stdout.write(JSON.stringify({ notes: `Done: ${input.order.title}.` }))
}
