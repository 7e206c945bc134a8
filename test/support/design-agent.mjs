// An agent on the public protocol whose answers lie in plan.json of the folder it works in.
//   generate: an answer per iteration, the last one for all further ones; a list is one per attempt
//   critic:   one answer for every evaluation
// An answer is a design, or { raw } text, { hang }, { slow, answer }, { exit }, { model, answer }.
import { appendFileSync, readFileSync } from 'node:fs'

let text = ''
for await (const chunk of process.stdin) text += chunk
const request = JSON.parse(text)
const { phase, role, iteration, attempt, error, prompt, input, run_id } = request
appendFileSync(
  'log/calls.jsonl',
  `${JSON.stringify({ run_id, phase, role, iteration, attempt, error, prompt, input, pid: process.pid })}\n`,
)
const plan = JSON.parse(readFileSync('plan.json', 'utf8'))
const at = (list, index) => list[Math.min(index, list.length - 1)]
const planned =
  phase === 'EVALUATE' ? (plan.critic ?? { recommendations: [] }) : at(plan.generate, iteration - 1)
// who hears feedback and has nothing else planned gives another version of the same design
const isHeard = phase !== 'EVALUATE' && input.feedback?.length > 0
const isRepeat = iteration > plan.generate?.length
if (isHeard && isRepeat && planned.version !== undefined) planned.version = `1.${iteration}.0`
await give(Array.isArray(planned) ? at(planned, attempt - 1) : planned)

async function give(given, model) {
  if (given.hang) return void setInterval(() => {}, 1_000)
  if (given.exit !== undefined) process.exit(given.exit)
  if (given.slow !== undefined) {
    await new Promise((resolve) => setTimeout(resolve, given.slow))
    return give(given.answer, model)
  }
  if (given.model !== undefined) return give(given.answer, given.model)
  const output = given.raw ?? given
  if (model === undefined)
    return void process.stdout.write(typeof output === 'string' ? output : JSON.stringify(output))
  const usage = { input_tokens: 1, output_tokens: 1, cost_usd: 0, model }
  process.stdout.write(JSON.stringify({ output, usage }))
}
