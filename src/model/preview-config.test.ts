import { expect, test } from 'vitest'
import { PreviewConfig } from './preview-config.ts'

const complaints = (config: unknown) => {
  const parsed = PreviewConfig.safeParse(config)
  return parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
}

test('the preview is made locally, or by a tool of an MCP server with the defaults of Stitch', () => {
  expect(PreviewConfig.parse({ kind: 'local' })).toEqual({ kind: 'local' })
  expect(
    PreviewConfig.parse({ kind: 'mcp', url: 'https://stitch.googleapis.com/mcp' }),
  ).toMatchObject({
    tool: 'generate_screen_from_text',
    arguments: { prompt: '{{prompt}}' },
    timeout_s: 60,
  })
})

test('a server is a command or an address, and exactly one of them', () => {
  expect(complaints({ kind: 'mcp' })).toEqual([
    expect.stringContaining('either `command` or `url`'),
  ])
  expect(complaints({ kind: 'mcp', command: ['a'], url: 'https://b.example' })).toHaveLength(1)
  expect(complaints({ kind: 'mcp', command: ['a', '-x'] })).toEqual([])
  expect(complaints({ kind: 'mcp', command: [] })).not.toEqual([])
  expect(complaints({ kind: 'mcp', command: ['a'], tols: 'x' })).not.toEqual([])
})

test.each([
  ['http://example.org/mcp', 'https'],
  ['http://127.0.0.1.example.org/mcp', 'https'],
  ['http://localhost@example.org/mcp', 'password'],
  ['https://user:secret@example.org/mcp', 'password'],
  ['file:///etc/passwd', 'https'],
  ['https://', 'https'],
  ['https://a b', 'https'],
  ['', 'https'],
])('the address %s is refused', (url, why) => {
  expect(complaints({ kind: 'mcp', url })).toEqual([expect.stringContaining(why)])
})

test.each([
  'http://127.0.0.1:8080/mcp',
  'http://localhost/mcp',
  'http://[::1]:9/',
  'HTTPS://example.org',
])('the address %s is taken', (url) => {
  expect(complaints({ kind: 'mcp', url })).toEqual([])
})

test('a header takes its value from a variable; a value in the file is refused', () => {
  const config = (headers_env: unknown) => ({ kind: 'mcp', url: 'https://b.example', headers_env })
  expect(complaints(config({ 'X-Goog-Api-Key': 'STITCH_API_KEY' }))).toEqual([])
  expect(complaints(config({ 'X-Goog-Api-Key': 'AIza-very-secret' }))).toEqual([
    expect.stringContaining('name of a variable'),
  ])
  expect(complaints(config({ 'X Goog': 'KEY' }))).not.toEqual([])
})

test('a placeholder that nobody fills is refused with its name', () => {
  const config = (given: unknown) => ({ kind: 'mcp', command: ['a'], arguments: given })
  expect(complaints(config({ deep: [{ er: 'a {{ prompt }} {{title}}{{intent}}' }] }))).toEqual([])
  expect(complaints(config({ deep: [{ er: '{{propmt}}' }] }))).toEqual([
    expect.stringContaining('{{propmt}}'),
  ])
})
