import { describe, expect, test } from 'vitest'
import { refine } from '../../../../bench/document-defects-report.ts'
import { checks } from '../../../checks/configuration/catalog.ts'
import { draftConfiguration } from './draft-configuration.ts'

const severities = ['fail', 'fail', 'warn', 'fail', 'warn', 'warn', 'warn', 'warn'] as const
const rules = checks.map((check, index) => ({
  check,
  severity: severities[index]!,
  level: index < 4 ? ('A' as const) : ('B' as const),
}))

const prompts = [
  'Write a .env for a Node service. It must set PORT, HOST, LOG_LEVEL, DATABASE_URL and JWT_SECRET',
  'Create a YAML config with keys server.host, server.port, database.url and database.password',
  'JSON configuration with the keys `host`, `port`, `timeoutMs` and `apiKey`',
  'A TOML configuration for a worker: queue.name, queue.concurrency, metrics.enabled and metrics.port',
  'Environment variables file for the billing service: STRIPE_API_KEY, WEBHOOK_TIMEOUT_MS, RETRIES, REDIS_URL',
  'I need a config for my app with settings host, port and timeout',
  'Generate the dotenv file with variables APP_ENV, SESSION_SECRET, SESSION_TTL, CORS_ORIGINS, ENABLE_SIGNUP',
  'yaml configuration for a scheduler. Must define `cron`, `timezone`, `maxRetries` and `workers`',
  'Write a configuration file for our service',
  'Config (toml) with fields log_level, cache_size_mb, data_dir and feature_search',
]

describe('the draft of a configuration', () => {
  test.each(prompts)(
    '[CONF-20] starts below the bar and is repaired by fixers alone: %s',
    async (prompt) => {
      const task = { prompt, ideal_result: '' }
      const result = await refine(
        rules,
        { A: 0.8, B: 0.9 },
        { name: 'draft', task, files: {}, artifact: draftConfiguration(task) },
      )
      expect(
        result.failing.filter(
          (line) => !/comments|env-vars|portability|defaults|permissions/.test(line),
        ),
      ).toEqual([])
      expect(result).toMatchObject({ passed: true })
      expect(result.first).toBeLessThan(0.8)
      expect(result.rounds).toBeLessThanOrEqual(3)
    },
  )

  test.each(prompts)('[CONF-21] is the same bytes every time: %s', (prompt) => {
    const task = { prompt, ideal_result: 'Safe defaults' }
    expect(draftConfiguration(task)).toBe(draftConfiguration({ ...task }))
  })

  test('[CONF-22] names every key the task names, in the format it names', () => {
    expect(draftConfiguration({ prompt: prompts[1]!, ideal_result: '' })).toBe(
      'server:\n  host:\n  port:\ndatabase:\n  url:\n  password:\n',
    )
    expect(draftConfiguration({ prompt: prompts[0]!, ideal_result: '' })).toBe(
      'PORT=\nHOST=\nLOG_LEVEL=\nDATABASE_URL=\nJWT_SECRET=\n',
    )
  })

  test('[CONF-23] ends with placeholders instead of secrets', async () => {
    const task = { prompt: prompts[4]!, ideal_result: '' }
    const { artifact } = await refine(
      rules,
      { A: 0.8, B: 0.9 },
      { name: 'draft', task, files: {}, artifact: draftConfiguration(task) },
    )
    expect(artifact).toMatch(/STRIPE_API_KEY="?<stripe-api-key>"?/)
  })
})
