import { type Part, notApplicable, undecided } from '../evaluation.ts'
import type { Source } from '../../integrity/source.ts'
import type { TrackCode } from '../track-code.ts'
import { hasMarkup } from './file-kinds.ts'

/** Code that runs where a user looks. */
const isFrontend = (source: Source): boolean =>
  hasMarkup(source) ||
  /\bdocument\.(?:querySelector|getElementById|body|title|createElement)/.test(source.text)

const question =
  (id: string, about: string, asked: RegExp, none: string) =>
  (code: TrackCode): Part => {
    const found = code
      .touched('source')
      .filter((source) => isFrontend(source) && asked.test(source.text))
      .map(({ path }) => path)
    return found.length === 0
      ? notApplicable(id, about, none)
      : undecided(id, about, `read ${found.slice(0, 3).join(', ')}`)
  }

export const stateSync = question(
  'state-sync',
  'each change in the browser is sent, taken back where that fails, and the server knows best',
  /\b(?:fetch|axios|useState|useReducer|useMutation|dispatch)\b/,
  'the track changes no state in the browser',
)

export const userFeedback = question(
  'user-feedback',
  'users are told when something fails',
  /\bcatch\b|\.ok\b/,
  'the track catches no error in a page',
)

export const emptyStates = question(
  'empty-states',
  'a list that may be empty says so',
  /\.(?:map|forEach)\(/,
  'the track shows no list of data',
)
