import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { judgeAll } from './reality/run.ts'
import { sources } from './reality/sources.ts'

/** `npm run bench -- reality`: what the gates say of work that others published, and whether it is right. */
const { values } = parseArgs({
  options: {
    kind: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', default: '' },
    repositories: { type: 'string' },
    json: { type: 'string' },
  },
})
const only = new RegExp(values.only)
const judged = await judgeAll(
  sources().filter(({ kind }) => values.kind.length === 0 || values.kind.includes(kind)),
  {
    repositories: values.repositories ?? process.env['LOOPWRIGHT_REPOSITORIES'] ?? null,
    wanted: ({ id }) => only.test(id),
    log: (text) => void process.stderr.write(`${text}\n`),
  },
)
if (values.json !== undefined)
  writeFileSync(
    values.json,
    judged
      .map(
        ({ subject, ...rest }) =>
          `${JSON.stringify({ id: subject.id, kind: subject.source.kind, ...rest })}\n`,
      )
      .join(''),
  )
