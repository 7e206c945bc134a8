import { assert, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMs } from '../../test/support/cpu-time.ts'
import { maskSecrets } from './mask-secrets.ts'

describe('a masked text', () => {
  test.each([
    ['key sk-proj-abcDEF123456_x end', 'key *** end'],
    ['ghp_abcdefghij0123456789', '***'],
    ['AKIAIOSFODNN7EXAMPLE', '***'],
    ['api_key="abcdef123"', 'api_key="***"'],
    ['"ApiKey": "abcdef123",', '"ApiKey": "***",'],
    ['MY_AUTH_TOKEN=abcdef123 next', 'MY_AUTH_TOKEN=*** next'],
    ['authorization: Bearer abcdef12345', 'authorization: Bearer ***'],
    ['curl -H "Bearer abcdef12345"', 'curl -H "Bearer ***"'],
    ['postgres://ada:s3cret@db:5432/x', 'postgres://ada:***@db:5432/x'],
    ['DB_PASSWORD=${DB_PASSWORD:-hunter2hunter2}', 'DB_PASSWORD=***'],
    ['password=$ecret12345', 'password=***'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-def', '***'],
  ])('[AGENT-40] hides the secret in %j', (text, masked) => {
    expect(maskSecrets(text)).toBe(masked)
  })

  test.each([
    'input_tokens: 1200, output_tokens: 7',
    'the token limit was reached',
    'see https://example.com/a:b/c and user@example.com',
    'risk-management and task-oriented',
    'password: ?',
    'POSTGRES_PASSWORD: ${DB_PASSWORD:?set it}',
    'POSTGRES_PASSWORD: "${DB_PASSWORD:?required}"',
    'DATABASE_URL: postgres://app:${DB_PASSWORD}@db:5432/app',
    'token: ${{ secrets.NPM_TOKEN }}',
    'PGPASSWORD=$DB_PASSWORD psql',
  ])('leaves %j as it is', (text) => {
    expect(maskSecrets(text)).toBe(text)
  })

  test('[AGENT-40] never holds a value it was told to hide', () => {
    assert(
      property(string(), string({ minLength: 8 }), string(), (before, secret, after) => {
        expect(maskSecrets(before + secret + after, [secret])).not.toContain(secret)
      }),
      { examples: [['', '********', '']] },
    )
  })

  test('is made in time linear to its length', () => {
    const before = cpuMs()
    for (const piece of ['a', 'sk-', 'token=', '://a:', 'eyJabcdefgh.', 'bearer  ', '"'])
      maskSecrets(piece.repeat(300_000 / piece.length))
    expect(cpuMs() - before).toBeLessThan(2_000)
  })
})
