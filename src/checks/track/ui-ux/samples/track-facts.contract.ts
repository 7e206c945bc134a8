import type { PageFacts } from '../../../../model/page-facts.ts'
import type { TrackFacts } from '../../facts.ts'
import { verdictOfPass } from '../../evaluation.ts'
import { evaluateUiUx } from '../evaluate.ts'

export type Files = Readonly<Record<string, string>>

/** A track that wrote all files of a project. */
export const trackOf = (
  files: Files,
  over: Partial<TrackFacts> = {},
  pages: Readonly<Record<string, PageFacts>> = {},
): TrackFacts => ({
  id: 'screens_20260101',
  folder: 'conductor/tracks/screens_20260101',
  spec: '# Order screens\n\nScreens for the orders of a bakery.',
  plan: { tasks: [], dag: null, dagProblem: null, discovered: [] },
  planText: '',
  metadata: {},
  commits: [],
  touched: Object.keys(files),
  files: new Map(Object.entries(files)),
  measured: null,
  unmeasured: 'not measured',
  application:
    Object.keys(pages).length === 0
      ? null
      : {
          command: 'node server.mjs',
          origin: 'http://127.0.0.1:3000',
          pages: new Map(Object.entries(pages)),
          request: () => Promise.resolve(null),
        },
  notStarted: Object.keys(pages).length === 0 ? 'no start command is known' : null,
  documents: new Map(),
  ...over,
})

/** What is wrong, as `pass/part path:line message`. */
export async function wrongIn(facts: TrackFacts): Promise<readonly string[]> {
  const passes = await evaluateUiUx(facts)
  return passes.flatMap(({ number, parts }) =>
    parts
      .filter(({ status }) => status === 'unmet')
      .flatMap(({ id, issues }) =>
        issues.map(({ path, line, message }) => `${number}/${id} ${path}:${line} ${message}`),
      ),
  )
}

export async function verdictsOf(facts: TrackFacts): Promise<readonly string[]> {
  return (await evaluateUiUx(facts)).map(verdictOfPass)
}

/** The same files with one text replaced; the text must be there. */
export function planted(files: Files, path: string, from: string, to: string): Files {
  const text = files[path]
  if (text?.includes(from) !== true) throw new Error(`${path} does not hold ${from}`)
  return { ...files, [path]: text.replace(from, () => to) }
}
