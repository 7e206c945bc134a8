import { describe, expect, test } from 'vitest'
import { table } from '../../views/format.ts'
import { inFormatOf, notItsFormat } from './artifact-format.ts'

describe('a file of a user', () => {
  test('holds what its name says: the fence without its Markdown, and JSON where it ends so', async () => {
    const artifact = '# API\n\n```yaml\nopenapi: 3.1.0\npaths: {}\n```\n'
    expect(await inFormatOf('api.md', artifact)).toEqual({ ok: true, value: artifact })
    expect(await inFormatOf('api.yaml', artifact)).toMatchObject({
      value: 'openapi: 3.1.0\npaths: {}\n',
    })
    const json = await inFormatOf('api.JSON', artifact)
    expect(JSON.parse(json.ok ? json.value : '')).toEqual({ openapi: '3.1.0', paths: {} })
    expect(await inFormatOf('e.json', 'PORT=3000\n')).toMatchObject({ ok: false })
  })

  test('is read as its consumers would read it', () => {
    expect(notItsFormat('api.json', 'openapi: 3.1.0\n')).toContain('no JSON')
    expect(notItsFormat('api.yml', '# API\n\n```yaml\nopenapi: 3.1.0\n```\n')).toContain('fence')
    expect(notItsFormat('api.json', '{}')).toBeNull()
    expect(notItsFormat('api.yaml', 'openapi: 3.1.0\n')).toBeNull()
    expect(notItsFormat('api.md', '```yaml\na: 1\n```\n')).toBeNull()
  })
})

test('a table fits into the columns there are, and is whole for a pipe', () => {
  const rows = [['a-rather-long-name-of-a-run', 'completed', '2026-11-16T02:58:55Z']]
  const head = ['alias', 'status', 'updated_at']
  for (const line of table(head, rows, 40)) expect(line.length).toBeLessThanOrEqual(40)
  expect(table(head, rows).join('\n')).toContain('a-rather-long-name-of-a-run')
})
