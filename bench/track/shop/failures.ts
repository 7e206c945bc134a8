import type { Failure } from '../cases.ts'
import { businessFailures } from './failures-business.ts'
import { codeFailures } from './failures-code.ts'
import { integrationFailures } from './failures-integration.ts'
import { uiFailures } from './failures-ui.ts'

export const shopFailures: readonly Failure[] = [
  ...uiFailures,
  ...codeFailures,
  ...integrationFailures,
  ...businessFailures,
]
