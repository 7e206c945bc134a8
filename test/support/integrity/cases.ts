import type { Cheat, HonestChange } from './case.ts'
import { answersCheats } from './cheats-answers.ts'
import { errorsCheats } from './cheats-errors.ts'
import { pipelineCheats } from './cheats-pipeline.ts'
import { securityCheats } from './cheats-security.ts'
import { settingsCheats } from './cheats-settings.ts'
import { shapeCheats } from './cheats-shape.ts'
import { testsGoneCheats } from './cheats-tests-gone.ts'
import { testsHollowCheats } from './cheats-tests-hollow.ts'
import { testsWeakenedCheats } from './cheats-tests-weakened.ts'
import { unfinishedCheats } from './cheats-unfinished.ts'
import { honestCode } from './honest-code.ts'
import { honestSettings } from './honest-settings.ts'
import { honestTests } from './honest-tests.ts'

/** What the rules have to see. */
export const cheats: readonly Cheat[] = [
  ...testsGoneCheats,
  ...testsWeakenedCheats,
  ...testsHollowCheats,
  ...pipelineCheats,
  ...settingsCheats,
  ...answersCheats,
  ...unfinishedCheats,
  ...errorsCheats,
  ...shapeCheats,
  ...securityCheats,
]

/** Changes that any reviewer would take: nothing may be said of them that counts. */
export const honest: readonly HonestChange[] = [...honestTests, ...honestSettings, ...honestCode]
