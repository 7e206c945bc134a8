import { z } from 'zod'

const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of a variable')
const headerName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must be the name of a header')
const hostPattern = z
  .string()
  .regex(/^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*$/, 'must be a host name, or *. and a host name')

export const belowHome = z
  .string()
  .min(1)
  .refine(
    (path) => !path.startsWith('/') && !path.split('/').includes('..'),
    'must be a path below the home folder, such as .claude',
  )

/** What the strings of `arguments` may name. */
export const previewPlaceholders = ['prompt', 'title', 'intent'] as const

const McpPreview = z
  .strictObject({
    kind: z.literal('mcp'),
    /** A server to start; it speaks on standard input and output. */
    command: z.tuple([z.string().min(1)], z.string()).optional(),
    /** Variables the server may see besides PATH, HOME and the like. */
    env: z.array(variable).default([]),
    /** What of the home the server may read and write behind its walls. */
    home: z.array(belowHome).default([]),
    /** A server to reach over streamable HTTP. */
    url: z.string().optional(),
    /** Header → the variable that holds its value; the value itself never stands in a file. */
    headers_env: z.record(headerName, variable).default({}),
    tool: z.string().min(1).default('generate_screen_from_text'),
    arguments: z.record(z.string(), z.json()).default({ prompt: '{{prompt}}' }),
    /** Where a page may be fetched from when the tool answers with an address instead of a page. */
    download_hosts: z
      .array(hostPattern)
      .default(['*.usercontent.google.com', '*.googleusercontent.com', 'storage.googleapis.com']),
    timeout_s: z
      .number()
      .positive('must be above 0')
      .max(86_400, 'must be at most a day')
      .default(60),
  })
  .superRefine((config, context) => {
    const complain = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if ((config.command === undefined) === (config.url === undefined))
      complain('command', 'give either `command` or `url`, and not both')
    const failure = config.url === undefined ? null : addressProblem(config.url)
    if (failure !== null) complain('url', failure)
    for (const name of unknownPlaceholders(config.arguments))
      complain(
        'arguments',
        `knows no {{${name}}}; known: ${previewPlaceholders.map((known) => `{{${known}}}`).join(', ')}`,
      )
  })

/** Who makes the preview: the renderer of the workspace, or a tool of an MCP server. */
export const PreviewConfig = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('local') }),
  McpPreview,
])
export type PreviewConfig = z.output<typeof PreviewConfig>
export type McpPreviewConfig = Extract<PreviewConfig, { kind: 'mcp' }>

// a key in a header must not cross a network in the clear, nor stand in the file as part of an address
function addressProblem(url: string): string | null {
  const [, scheme = '', authority = ''] = /^(https?):\/\/([^/?#\s\\]+)/i.exec(url) ?? []
  if (authority === '' || /\s/.test(url)) return 'must be an address with https'
  if (authority.includes('@')) return 'must not hold a user or a password; use `headers_env`'
  if (scheme.toLowerCase() === 'http' && !isLoopback(authority.replace(/:\d*$/, '')))
    return 'must use https, except on this machine'
  return null
}

const isLoopback = (host: string): boolean =>
  /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/i.test(host)

function unknownPlaceholders(value: unknown): readonly string[] {
  if (typeof value === 'string')
    return [...value.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)]
      .map(([, name = '']) => name)
      .filter((name) => !previewPlaceholders.some((known) => known === name))
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(unknownPlaceholders)
}
