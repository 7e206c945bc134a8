import { z } from 'zod'

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(4600),
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  KILN_DB: z.string().default(':memory:'),
  GLAZE_URL: z.url().default('http://localhost:4690'),
  GLAZE_TOKEN: z.string().default(''),
})

export type Config = z.infer<typeof Environment>

export function readConfig(environment: Record<string, string | undefined>): Config {
  const config = Environment.parse(environment)
  if (config.NODE_ENV !== 'production') return config
  const missing = (['KILN_DB', 'GLAZE_URL', 'GLAZE_TOKEN'] as const).filter(
    (name) => !environment[name],
  )
  if (missing.length > 0) throw new Error(`Set ${missing.join(', ')} before you start in production.`)
  return config
}
