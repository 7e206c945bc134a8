export type Settings = {
  readonly port: number
  readonly isProduction: boolean
  readonly databaseFile: string
  readonly catalogueUrl: string | null
  readonly catalogueKey: string
  readonly catalogueTimeoutMs: number
}

type Environment = Readonly<Record<string, string | undefined>>

function wholeNumber(env: Environment, name: string, fallback: number): number {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0) throw new Error(`${name} must be a whole number, not "${text}"`)
  return value
}

export function readSettings(env: Environment): Settings {
  const isProduction = env.NODE_ENV === 'production'
  const missing = isProduction
    ? ['DATABASE_FILE', 'CATALOGUE_URL', 'CATALOGUE_KEY'].filter((name) => !env[name])
    : []
  if (missing.length > 0) throw new Error(`Set ${missing.join(', ')}; .env.example explains them.`)
  return {
    port: wholeNumber(env, 'PORT', 8090),
    isProduction,
    databaseFile: env.DATABASE_FILE || ':memory:',
    catalogueUrl: env.CATALOGUE_URL || null,
    catalogueKey: env.CATALOGUE_KEY ?? '',
    catalogueTimeoutMs: wholeNumber(env, 'CATALOGUE_TIMEOUT_MS', 1500),
  }
}
