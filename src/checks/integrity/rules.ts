import { ambientTypes } from './ambient-types.ts'
import { answers } from './answers.ts'
import { awaitsRemoved } from './awaits-removed.ts'
import { rethrowRemoved } from './rethrow-removed.ts'
import { dangers } from './dangers.ts'
import { dependencies } from './dependencies.ts'
import { testBypass } from './test-bypass.ts'
import { environment } from './environment.ts'
import { errorsSwallowed } from './errors-swallowed.ts'
import type { Family, IntegrityFamily, IntegrityRule } from './rule.ts'
import { publicInterface } from './interface.ts'
import { leftovers } from './leftovers.ts'
import { packageManager } from './package-manager.ts'
import { pipelineHooks } from './pipeline-hooks.ts'
import { pipelineScripts } from './pipeline-scripts.ts'
import { pipelineWorkflows } from './pipeline-workflows.ts'
import { scope } from './scope.ts'
import { security } from './security.ts'
import { secretsAdded } from './secrets-added.ts'
import { secretsLogged } from './secrets-logged.ts'
import { settingsLint } from './settings-lint.ts'
import { settingsTests } from './settings-tests.ts'
import { settingsTypes } from './settings-types.ts'
import { stubs } from './stubs.ts'
import { suppressions } from './suppressions.ts'
import { testsBent } from './tests-bent.ts'
import { testsDoubtful } from './tests-doubtful.ts'
import { testsGone } from './tests-gone.ts'
import { testsHollow } from './tests-hollow.ts'
import { testsMocked } from './tests-mocked.ts'
import { testsReplaced } from './tests-replaced.ts'
import { testsUnreached } from './tests-unreached.ts'
import { testsWeakened } from './tests-weakened.ts'

/** All that is looked for, by family. */
export const families: readonly Family[] = [
  testsGone,
  testsWeakened,
  testsHollow,
  testsUnreached,
  testsBent,
  testsMocked,
  testsDoubtful,
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
  testBypass,
  stubs,
  errorsSwallowed,
  rethrowRemoved,
  leftovers,
  secretsAdded,
  secretsLogged,
  publicInterface,
  dependencies,
  security,
  dangers,
  awaitsRemoved,
  scope,
]

/** Every rule with its family, for people. */
export const integrityRules: readonly (IntegrityRule & { readonly family: IntegrityFamily })[] =
  families.flatMap(({ family, rules }) => rules.map((rule) => ({ ...rule, family })))
