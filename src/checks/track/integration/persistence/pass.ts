import type { Pass } from '../../evaluation.ts'
import type { Project } from '../project.ts'
import { hygieneParts } from './hygiene.ts'
import type { Rounds } from './rounds.ts'
import { schemaOf } from './schema.ts'

/** Pass 3: what is stored, and how. */
export function persistencePass(project: Project, rounds: Rounds): Pass {
  const schema = schemaOf(project)
  return {
    number: 3,
    name: 'Data persistence',
    parts: [rounds.part, ...hygieneParts(schema, project.facts.spec)],
  }
}
