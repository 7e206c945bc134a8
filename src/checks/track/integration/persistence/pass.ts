import type { Pass } from '../../evaluation.ts'
import type { Project } from '../project.ts'
import type { Route } from '../routes/route.ts'
import { crudPart, keptPart } from './crud.ts'
import { hygieneParts } from './hygiene.ts'
import { operationsIn } from './operations.ts'
import type { Rounds } from './rounds.ts'
import { schemaOf } from './schema.ts'

/** Pass 3: what is stored, and how. */
export function persistencePass(project: Project, routes: readonly Route[], rounds: Rounds): Pass {
  const schema = schemaOf(project)
  const operations = operationsIn(project)
  const context = { project, routes, schema, operations }
  return {
    number: 3,
    name: 'Data persistence',
    parts: [
      crudPart(context),
      keptPart(context),
      rounds.part,
      ...hygieneParts(schema, { spec: project.facts.spec, operations }),
    ],
  }
}
