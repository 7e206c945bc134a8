import { appendFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

// A builder and evaluator on the public protocol. BUILDER says how it builds; every call is written down.
let text = ''
for await (const chunk of process.stdin) text += chunk
const request = JSON.parse(text)
const { phase, iteration, attempt, input } = request
if (process.env.CALLS)
  appendFileSync(process.env.CALLS, `${JSON.stringify({ phase, iteration, attempt, request })}\n`)
if (process.env.SLOW) await wait(Number(process.env.SLOW))

const page = (body) =>
  `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Night Ferry, cabins for one night</title>\n<meta name="description" content="A cabin on the night boat.">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n</head>\n<body>\n<main>\n<h1>You wake up in 1 other harbour</h1>\n${body}\n</main>\n</body>\n</html>\n`

const proposal = (extra = []) => ({
  priority_dimension: input.priority ?? 'Design Quality',
  acceptance_checklist: [
    {
      id: 'AC-01',
      criterion: 'Every link leads somewhere',
      verification: 'use them',
      status: 'pending',
      dimension: 'Functionality',
      rules: ['interaction'],
    },
    {
      id: 'AC-02',
      criterion: 'The headline speaks to a traveller',
      verification: 'read it',
      status: 'pending',
      dimension: 'Originality',
      rules: [],
    },
    ...extra,
  ],
  test_scenarios: [],
  pass_conditions: {
    'Design Quality': 0.75,
    Originality: 0.75,
    Completeness: 0.75,
    Functionality: 0.75,
  },
})

const quote = (words) => {
  const index = input.files.find(({ path }) => path === 'index.html')
  const lines = index.content.split('\n')
  const line = lines.findIndex((each) => each.includes(words)) + 1
  return { type: 'quote', file: 'index.html', line, quote: words }
}

const answers = {
  PROPOSE: () => proposal(),
  REVIEW: () =>
    process.env.BUILDER === 'haggles'
      ? {
          answer: 'adjust',
          proposals: [
            {
              id: 'AC-02',
              alternative: 'The headline is short',
              rationale: 'that can be measured',
            },
          ],
        }
      : { answer: 'accept', proposals: [] },
  RESOLVE: () => ({ proposal: input.proposal, resolution: 'the BRIEF asks for it' }),
  BUILD: () => ({
    files: [
      {
        path: 'index.html',
        content: page(
          process.env.BUILDER === 'good' && iteration > 1
            ? `<p id="book">Book on board.</p>\n<p><a href="#book">Book your cabin</a></p>`
            : `<p><a href="#nowhere-${iteration}">Book your cabin</a></p>`,
        ),
      },
    ],
    claims: [{ id: 'AC-01', evidence: [{ type: 'selector', selector: 'main a' }] }],
    notes: '',
  }),
  JUDGE: () => ({
    verdicts: [
      {
        id: 'AC-02',
        evidence: [
          process.env.EVALUATOR === 'lies'
            ? { type: 'quote', file: 'index.html', line: 1, quote: 'words that stand nowhere' }
            : quote('You wake up in 1 other harbour'),
        ],
        reason: '1.00: it says what the traveller gets',
        rubric_anchor: 1,
      },
    ],
  }),
}
process.stdout.write(JSON.stringify(answers[phase]()))
