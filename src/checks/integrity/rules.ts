import type { IntegrityFamily, IntegrityRule } from './finding.ts'
import { pipelineScripts } from './pipeline-scripts.ts'
import type { Family } from './rule.ts'
import { testsBent } from './tests-bent.ts'
import { testsGone } from './tests-gone.ts'
import { testsHollow } from './tests-hollow.ts'
import { testsUnreached } from './tests-unreached.ts'
import { testsWeakened } from './tests-weakened.ts'

/** All that is looked for, by family. */
export const families: readonly Family[] = [
  testsGone,
  testsWeakened,
  testsHollow,
  testsUnreached,
  testsBent,
  pipelineScripts,
]

/** Every rule with its family, for people. */
export const integrityRules: readonly (IntegrityRule & { readonly family: IntegrityFamily })[] =
  families.flatMap(({ family, rules }) => rules.map((rule) => ({ ...rule, family })))
