import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { dispatch } from '../src/checks/track/dispatch.ts'

const Case = z.object({
  id: z.string(),
  metadata: z.looseObject({
    type: z.string().optional(),
    name: z.string().optional(),
    evaluators: z.array(z.string()).optional(),
  }),
  spec: z.string(),
  expected: z.array(z.string()),
  why: z.string(),
})

/** `node bench/track-dispatch.ts [cases.json]`: for how many specs exactly the right specialists are chosen. */
const file = process.argv[2] ?? join(import.meta.dirname, 'track', 'dispatch-cases.json')
const cases = z.array(Case).parse(JSON.parse(readFileSync(file, 'utf8')))
const missed = cases.flatMap(
  ({ id, metadata: { type, name, evaluators }, spec, expected, why }) => {
    const metadata = {
      ...(type === undefined ? {} : { type }),
      ...(name === undefined ? {} : { name }),
      ...(evaluators === undefined ? {} : { evaluators }),
    }
    const chosen = dispatch({ spec, metadata }).map(({ evaluator }) => evaluator)
    const isRight =
      chosen.length === expected.length && chosen.every((each) => expected.includes(each))
    return isRight ? [] : [`${id}: ${chosen.join(', ')}; expected ${expected.join(', ')} (${why})`]
  },
)
for (const line of missed) process.stdout.write(`${line}\n`)
process.stdout.write(
  `${cases.length - missed.length} of ${cases.length} specs get exactly the right specialists\n`,
)
process.exitCode = missed.length > cases.length * 0.05 ? 1 : 0
