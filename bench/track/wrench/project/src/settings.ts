import type { PartsOptions } from './parts.ts'

export type Settings = {
  port: number
  databaseFile: string
  shopKey: string
  parts: PartsOptions
}

type Environment = Readonly<Record<string, string | undefined>>

function numberFrom(environment: Environment, name: string, otherwise: number): number {
  const value = Number(environment[name] ?? otherwise)
  if (!Number.isInteger(value) || value < 0) throw new Error(`${name} must be a whole number.`)
  return value
}

export function readSettings(environment: Environment): Settings {
  const shopKey = environment.SHOP_KEY ?? ''
  if (shopKey === '') throw new Error('Set SHOP_KEY, the key of the workshop.')
  return {
    port: numberFrom(environment, 'PORT', 4710),
    databaseFile: environment.DATABASE_FILE ?? ':memory:',
    shopKey,
    parts: {
      url: environment.PARTS_URL ?? 'http://localhost:4790',
      timeoutMs: numberFrom(environment, 'PARTS_TIMEOUT_MS', 1500),
    },
  }
}
