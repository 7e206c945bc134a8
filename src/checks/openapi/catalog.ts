import type { BuiltInCheck } from '../check.ts'
import { auth } from './auth.ts'
import { descriptions } from './descriptions.ts'
import { endpoints } from './endpoints.ts'
import { errors } from './errors.ts'
import { examples } from './examples.ts'
import { naming } from './naming.ts'
import { pagination } from './pagination.ts'
import { schemas } from './schemas.ts'
import { sound } from './sound.ts'
import { valid } from './valid.ts'

/** The checks of an OpenAPI description, in the order in which their findings are read. */
export const checks: readonly BuiltInCheck[] = [
  endpoints,
  schemas,
  examples,
  errors,
  naming,
  pagination,
  auth,
  descriptions,
  valid,
  sound,
]
