import type { Pass } from '../../evaluation.ts'
import type { Project } from '../project.ts'
import { hygieneParts } from './hygiene.ts'
import { operationsIn } from './operations.ts'
import type { Rounds } from './rounds.ts'
import { schemaOf } from './schema.ts'

/** Pass 3: what is stored, and how. */
export function persistencePass(project: Project, rounds: Rounds): Pass {
  const context = { spec: project.facts.spec, operations: operationsIn(project) }
  return {
    number: 3,
    name: 'Data persistence',
    parts: [rounds.part, ...hygieneParts(schemaOf(project), context)],
  }
}
