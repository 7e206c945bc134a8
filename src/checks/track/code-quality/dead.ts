import { notApplicable, type Pass } from '../evaluation.ts'
import type { TrackCode } from '../track-code.ts'
import { noDeadFiles, noUnusedCode } from './dead-code.ts'
import { noCommentedCode, noDebugging, noTodos } from './leftovers.ts'

export function deadCodePass(code: TrackCode): Pass {
  const number = 5
  const name = 'Dead code'
  if (code.touched('source', 'script', 'test', 'support').length === 0)
    return {
      number,
      name,
      parts: [
        notApplicable(
          'dead-code',
          'no dead code is left',
          'the track touched no JavaScript or TypeScript',
        ),
      ],
    }
  const parts = [noUnusedCode, noDeadFiles, noCommentedCode, noTodos, noDebugging]
  return { number, name, parts: parts.map((part) => part(code)) }
}
