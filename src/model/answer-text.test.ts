import { assert, jsonValue, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { excerpt, isJsonObject, readJsonObject } from './answer-text.ts'

describe('a JSON answer', () => {
  test('is read back as it was written, plain, indented or fenced, and only if it is an object', () => {
    assert(
      property(jsonValue(), (value) => {
        const plain = JSON.stringify(value)
        const ways = [
          plain,
          ` \n${JSON.stringify(value, null, 2)}\n`,
          `\`\`\`json\n${plain}\n\`\`\``,
        ]
        for (const text of ways) {
          const read = readJsonObject(text)
          expect(read.ok).toBe(isJsonObject(value))
          if (read.ok) expect(JSON.stringify(read.value)).toBe(plain)
        }
      }),
    )
  })

  test('[FUZZ-9] of any bytes at all is a value, never an exception, and its excerpt is short and printable', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 2_000 }), (text) => {
        const read = readJsonObject(text)
        if (read.ok) return
        expect(excerpt(text).length).toBeLessThanOrEqual(201)
        expect(excerpt(text)).not.toMatch(/\p{Cc}/u)
      }),
    )
    for (const text of [
      '['.repeat(1_000_000),
      '```json\n',
      '```',
      '``````',
      `{"a":${'['.repeat(100_000)}`,
    ])
      expect(readJsonObject(text)).toMatchObject({ ok: false, error: { type: 'bad-output' } })
  })
})
