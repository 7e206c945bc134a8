import type { Issue } from '../../evaluation.ts'
import type { TrackFacts } from '../../facts.ts'

/** The code itself is at fault, and no server, variable or package that is missing here. */
const ofCode =
  /Cannot find module ['"]?(?:\.|\/(?!.*node_modules))|\b(?:SyntaxError|ReferenceError|TypeError)\b|does not provide an export|\bTS\d{4}\b/

export const brokenStart = ({ application, notStarted, folder }: TrackFacts): Issue | null =>
  application === null && ofCode.test(notStarted ?? '')
    ? {
        message: `no step can be taken: ${notStarted}`,
        path: `${folder}/spec.md`,
        fix: 'Make the application start as it is documented',
      }
    : null
