import type { Failure } from '../cases.ts'
import { businessFailures } from './failures-business.ts'
import { codeFailures } from './failures-code.ts'
import { integrationFailures } from './failures-integration.ts'

export const clinicFailures: readonly Failure[] = [
  ...codeFailures,
  ...integrationFailures,
  ...businessFailures,
]
