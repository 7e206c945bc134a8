import { notApplicable, type Pass } from '../evaluation.ts'
import type { TrackCode } from '../track-code.ts'
import { noDuplication } from './duplication.ts'
import { fileNames } from './file-names.ts'
import { boundaries, noCycles, noUnusedImports } from './import-rules.ts'
import { sizes } from './size.ts'

export function patternsPass(code: TrackCode): Pass {
  const number = 3
  const name = 'Code patterns'
  if (code.touched('source', 'script', 'test').length === 0)
    return {
      number,
      name,
      parts: [
        notApplicable(
          'patterns',
          'the code keeps the patterns of the project',
          'the track touched no JavaScript or TypeScript',
        ),
      ],
    }
  const parts = [fileNames, noCycles, noUnusedImports, noDuplication, sizes, boundaries]
  return { number, name, parts: parts.map((part) => part(code)) }
}
