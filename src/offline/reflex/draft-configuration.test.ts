import { describe, expect, test } from 'vitest'
import { canDraftConfiguration, draftConfiguration } from './draft-configuration.ts'

const task = (prompt: string) => ({ prompt, ideal_result: '' })

describe('the draft of a configuration', () => {
  test.each([
    ['Write a .env file with PORT=3000 and LOG_LEVEL=info.', 'PORT=3000\nLOG_LEVEL=info\n'],
    [
      'A YAML config: `server.host` is `127.0.0.1`, `server.port` is 8080.',
      'server:\n  host: "127.0.0.1"\n  port: 8080\n',
    ],
    ['JSON settings: `retries` 3, `verbose` false.', '{\n  "retries": 3,\n  "verbose": false\n}\n'],
    [
      'A TOML config: `name` is "worker", `queue.size` is 10.',
      'name = "worker"\n\n[queue]\nsize = 10\n',
    ],
  ])(
    '[DRAFT-1] holds the settings that the task gives values, and nothing else: %s',
    (prompt, draft) => {
      expect(canDraftConfiguration(task(prompt))).toEqual({ ok: true })
      expect(draftConfiguration(task(prompt))).toBe(draft)
    },
  )

  test.each([
    ['Write a configuration file for our service', /no format/],
    ['Write a .env file that must set PORT and DATABASE_URL', /PORT.*cannot be made/],
    ['A .env file with PORT=3000 and sensible defaults', /sensible/],
    ['A docker compose file with postgres 16', /no format/],
    ['A .env file with PORT=3000. Each variable has a comment.', /comment/],
  ])('[OFFLINE-3] is not made where a demand cannot be read or made: %s', (prompt, why) => {
    expect(canDraftConfiguration(task(prompt))).toEqual({ cannot: expect.stringMatching(why) })
  })
})
