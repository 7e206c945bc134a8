import type { BuiltInCheck } from '../check.ts'
import { comments } from './comments.ts'
import { defaults } from './defaults.ts'
import { envVars } from './env-vars.ts'
import { noSecrets } from './no-secrets.ts'
import { permissions } from './permissions.ts'
import { portability } from './portability.ts'
import { required } from './required.ts'
import { syntax } from './syntax.ts'

/** The checks of configuration files, in the order of the Configuration criteria. */
export const checks: readonly BuiltInCheck[] = [
  syntax,
  required,
  envVars,
  noSecrets,
  defaults,
  comments,
  portability,
  permissions,
]
