// An honest judge without a model: the label of the case says what does not hold; quotes are looked up in the work.
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'

const { input } = JSON.parse(await text(process.stdin))
const { right, names } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const fails = ({ id, statement, source }) =>
  !right &&
  (names === null || id === 'task.whole' || new RegExp(names, 'i').test(`${statement} ${source}`))
const wordsOf = (line) => new Set(line.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu))
const lines = input.work
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line.length > 2)

/** The line of the work that shares most words with the statement. */
function quoteFor({ statement, source }) {
  const asked = wordsOf(`${statement} ${source}`)
  const shared = (line) => [...wordsOf(line)].filter((word) => asked.has(word)).length
  return lines.reduce((best, line) => (shared(line) > shared(best) ? line : best), lines[0] ?? '')
}

const verdicts = input.statements.map((each) => ({
  id: each.id,
  quote: quoteFor(each).slice(0, 300),
  reason: fails(each) ? 'the work does not do what is asked here' : 'the work does this',
  verdict: fails(each) ? 'unmet' : 'met',
}))
process.stdout.write(JSON.stringify({ verdicts }))
