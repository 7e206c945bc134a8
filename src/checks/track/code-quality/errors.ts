import { chainOf } from '../../integrity/names.ts'
import { above, all, is, isFunction } from '../../integrity/source.ts'
import { isCaught } from '../callees.ts'
import { notApplicable, type Part, type Pass, unmet } from '../evaluation.ts'
import { issueAt, type TrackCode } from '../track-code.ts'
import { asyncHandled } from './async-errors.ts'
import { emptyStates } from './empty-states.ts'
import { nothingSilent } from './silent-errors.ts'
import { userFeedback } from './user-feedback.ts'

export const errorsPass = (code: TrackCode): Pass => ({
  number: 4,
  name: 'Error handling',
  parts: [asyncHandled, nothingSilent, parsesSafely, userFeedback, emptyStates].map((part) =>
    part(code),
  ),
})

const asked = /^(?:req|request|incoming|message|event|ctx|context)$/i

/** What a stranger sent may be no JSON. */
function parsesSafely(code: TrackCode): Part {
  const about = 'what is no JSON is caught where a request is read'
  const bare = code.touched('source').flatMap((source) =>
    all(source, 'CallExpression')
      .filter((call) => {
        const around = [...above(source, call)].find((each) => isFunction(each))
        const takesRequest =
          isFunction(around) &&
          around.params.some((each) => is('Identifier')(each) && asked.test(each.name))
        const isParsed = chainOf(call.callee).join('.') === 'JSON.parse'
        return (
          isParsed && takesRequest && !isCaught(source, call, around) && code.isOwn(source, call)
        )
      })
      .map((call) =>
        issueAt(
          source,
          call,
          'what is no JSON is thrown out of here',
          'catch it and answer that the request is wrong',
        ),
      ),
  )
  return bare.length === 0
    ? notApplicable('parsing', about, 'the track parses no request without a catch')
    : unmet('parsing', about, bare)
}
