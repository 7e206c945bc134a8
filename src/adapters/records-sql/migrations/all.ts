import { proposerLearning } from './001-proposer-learning.ts'
import { acceptanceAndIterations } from './002-acceptance-and-iterations.ts'
import { applications } from './003-applications.ts'
import { easierExams } from './004-easier-exams.ts'
import type { Migration } from './migration.ts'

export const allMigrations: readonly Migration[] = [
  proposerLearning,
  acceptanceAndIterations,
  applications,
  easierExams,
]
