import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { Judged } from './judge.ts'
import { Kind } from './sources.ts'

const Found = z.array(z.object({ rule: z.string(), place: z.string(), message: z.string() }))

const Result = z.object({
  id: z.string(),
  kind: Kind,
  blockers: Found,
  ordered: Found,
  undecided: z.number(),
  problem: z.string().nullable(),
})

/** One line a piece of work, so that tables can be made again without judging. */
export function writeResults(file: string, judged: readonly Judged[]): void {
  const lines = judged.map(({ subject, ...rest }) =>
    JSON.stringify({ id: subject.id, kind: subject.source.kind, ...rest }),
  )
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''))
}

export const readResults = (file: string): readonly Judged[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { id, kind, ...rest } = Result.parse(JSON.parse(line))
      const source = { kind, from: 'npm' as const, name: id, commit: '', paths: [] }
      return { ...rest, subject: { id, path: '', source } }
    })
