import { ambientTypes } from './ambient-types.ts'
import { answers } from './answers.ts'
import { awaitsRemoved } from './awaits-removed.ts'
import { branches } from './branches.ts'
import { careLost } from './care-lost.ts'
import { clones } from './clones.ts'
import { dangers } from './dangers.ts'
import { deadCode } from './dead-code.ts'
import { dependencies } from './dependencies.ts'
import { doors } from './doors.ts'
import { environment } from './environment.ts'
import { equality } from './equality.ts'
import { errorsRemoved } from './errors-removed.ts'
import { errorsSwallowed } from './errors-swallowed.ts'
import type { IntegrityFamily, IntegrityRule } from './finding.ts'
import { guardsLoosened } from './guards-loosened.ts'
import { publicInterface } from './interface.ts'
import { leftovers } from './leftovers.ts'
import { logic } from './logic.ts'
import { packageManager } from './package-manager.ts'
import { pipelineHooks } from './pipeline-hooks.ts'
import { pipelineScripts } from './pipeline-scripts.ts'
import { pipelineWorkflows } from './pipeline-workflows.ts'
import { placeholderComments } from './placeholders.ts'
import { promises } from './promises.ts'
import { quietTurns } from './quiet-turns.ts'
import type { Family } from './rule.ts'
import { schemas } from './schemas.ts'
import { scope } from './scope.ts'
import { security } from './security.ts'
import { secretsAdded } from './secrets-added.ts'
import { secretsTold } from './secrets-told.ts'
import { settingsLint } from './settings-lint.ts'
import { settingsTests } from './settings-tests.ts'
import { settingsTypes } from './settings-types.ts'
import { stubs } from './stubs.ts'
import { suppressions } from './suppressions.ts'
import { testsBent } from './tests-bent.ts'
import { testsChances } from './tests-chances.ts'
import { testsDoubtful } from './tests-doubtful.ts'
import { testsGone } from './tests-gone.ts'
import { testsHollow } from './tests-hollow.ts'
import { testsMocked } from './tests-mocked.ts'
import { testsReplaced } from './tests-replaced.ts'
import { testsUnreached } from './tests-unreached.ts'
import { testsWaits } from './tests-waits.ts'
import { testsWeakened } from './tests-weakened.ts'
import { unusedNames } from './unused-names.ts'

/** All that is looked for, by family. */
export const families: readonly Family[] = [
  testsGone,
  testsWeakened,
  testsChances,
  testsHollow,
  testsUnreached,
  testsBent,
  testsMocked,
  testsDoubtful,
  testsWaits,
  testsReplaced,
  pipelineScripts,
  pipelineWorkflows,
  pipelineHooks,
  packageManager,
  settingsTypes,
  settingsTests,
  settingsLint,
  suppressions,
  ambientTypes,
  answers,
  environment,
  doors,
  stubs,
  placeholderComments,
  errorsSwallowed,
  errorsRemoved,
  careLost,
  schemas,
  quietTurns,
  leftovers,
  secretsAdded,
  secretsTold,
  publicInterface,
  dependencies,
  deadCode,
  unusedNames,
  clones,
  branches,
  security,
  dangers,
  promises,
  awaitsRemoved,
  equality,
  scope,
  logic,
  guardsLoosened,
]

/** Every rule with its family, for people. */
export const integrityRules: readonly (IntegrityRule & { readonly family: IntegrityFamily })[] =
  families.flatMap(({ family, rules }) => rules.map((rule) => ({ ...rule, family })))
