import type { ApplicationRequest, ApplicationResponse, TrackFacts } from '../facts.ts'
import { readPlan } from '../plan.ts'

type Given = Partial<Omit<TrackFacts, 'files' | 'application'>> & {
  readonly files: Readonly<Record<string, string>>
  readonly answer?: (request: ApplicationRequest) => Partial<ApplicationResponse> | null
}

/** Facts of a track that touched all files of its project, unless told. */
export function madeFacts({ files, answer, ...given }: Given): TrackFacts {
  return {
    id: 'books_20260101',
    folder: 'conductor/tracks/books_20260101',
    spec: '',
    plan: readPlan(''),
    planText: '',
    metadata: {},
    commits: [],
    touched: Object.keys(files),
    measured: null,
    unmeasured: 'not measured here',
    notStarted: null,
    documents: new Map(),
    ...given,
    files: new Map(Object.entries(files)),
    application: answer === undefined ? null : madeApplication(answer),
  }
}

export function madeApplication(
  answer: (request: ApplicationRequest) => Partial<ApplicationResponse> | null,
): NonNullable<TrackFacts['application']> {
  return {
    command: 'npm start',
    origin: 'http://127.0.0.1:3000',
    pages: new Map(),
    request: (request) => {
      const answered = answer(request)
      return Promise.resolve(
        answered === null ? null : { status: 200, headers: {}, body: '', ...answered },
      )
    },
  }
}

/** A body of JSON with its content type. */
export const json = (
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): ApplicationResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
})
