import { dirname } from 'node:path'
import type { Project } from '../../ports/project.ts'
import { notApplicable, outcomeOf } from '../outcome.ts'
import { swallowedFindings } from './ci-failures.ts'
import type { Unit } from './configuration.ts'
import { configurationCheck } from './configuration-check.ts'
import { titleOf } from './kind.ts'
import { referenceFindings } from './references.ts'
import { isLack, schemaFindings } from './schema-check.ts'
import { schemaOf } from './schemas.ts'

/**
 * The keys without which the file's reader can do nothing are there, and a pipeline that runs tests lets
 * their failure through. What a task asks for is examined sentence by sentence (exam.ts), not here.
 */
export const required = configurationCheck(
  { id: 'configuration/required', title: 'Mandatory keys are present', readsProject: true },
  async (configuration, { project }) => {
    const known = configuration.units.flatMap(({ kind }) =>
      kind !== null && schemaOf(kind) !== null ? [kind] : [],
    )
    if (known.length === 0)
      return notApplicable('no reader is known that would refuse a missing key')
    const arrays = await Promise.all(
      configuration.units.map(async (unit) => [
        ...(isOverride(unit) || (await isCompleted(unit, project))
          ? []
          : [...(await schemaFindings(unit)).filter(isLack), ...referenceFindings(unit)]),
        ...swallowedFindings(unit, unit.kind),
      ]),
    )
    return outcomeOf(arrays.flat(), `holds what ${titleOf(known[0]!)} needs`)
  },
)

/** compose reads compose.override.yaml beside compose.yaml unasked, and what one lacks may stand in the other. */
const isCompleted = async ({ kind, name }: Unit, project: Project): Promise<boolean> =>
  kind === 'compose' &&
  (await project.list()).some(
    (path) => dirname(path) === dirname(name) && /compose[.-]override\.ya?ml$/.test(path),
  )

/** compose.prod.yaml and the overlays of kustomize only change what another file says. */
const isOverride = ({ kind, name }: Unit): boolean =>
  (kind === 'compose' && /compose[.-](?!ya?ml$)[\w.-]+\.ya?ml$/.test(name)) ||
  (kind === 'kubernetes' && /overlay|patch|kustom/i.test(name))
