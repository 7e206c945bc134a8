import { existsSync } from 'node:fs'
import { maskSecrets } from '../../model/mask-secrets.ts'
import type { McpPreviewConfig } from '../../model/preview-config.ts'
import { endlessReply, type Refusal } from './web-server.ts'

/** What is known when a preview could not be made. */
export type Scene = {
  readonly config: McpPreviewConfig
  readonly root: string
  readonly error: unknown
  readonly ending: string | null
  readonly saidGarbage: boolean
  readonly refusal: Refusal | null
}

/** The reason a person can act on. Nothing in it is trusted to be short, to be one line or to be harmless. */
export function explainTrouble(scene: Scene): string {
  const { config, ending, refusal, error } = scene
  const server = config.command?.[0] ?? config.url ?? ''
  const notStarted = config.command === undefined ? null : whyNotStarted(scene, config.command[0])
  if (notStarted !== null) return notStarted
  if (ending !== null) return `${server} ${ending}${garbageNote(scene)}`
  if (refusal !== null) return whyRefused(server, refusal, config)
  if (messageOf(error).includes(endlessReply)) return `${server} answered without end`
  return `${server} could not be asked: ${messageOf(error)}${garbageNote(scene)}`
}

export function tidy(reason: string, secrets: readonly string[]): string {
  const line = maskSecrets(reason, secrets)
    .replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ')
    .trim()
  const points = Array.from(line)
  return points.length > 400 ? `${points.slice(0, 399).join('')}…` : line
}

export const garbageNote = ({ saidGarbage }: Pick<Scene, 'saidGarbage'>): string =>
  saidGarbage ? '; it printed lines that are no MCP messages' : ''

function whyNotStarted({ error, root }: Scene, program: string): string | null {
  switch (codeOf(error)) {
    case 'ENOENT':
      return existsSync(root)
        ? `${program} was not found; install it, or correct \`command\` of the preview`
        : `the working folder ${root} does not exist`
    case 'EACCES':
    case 'EPERM':
    case 'ENOEXEC':
      return `${program} cannot be run; make it executable or start it through its interpreter`
    case 'EAGAIN':
    case 'EMFILE':
    case 'ENFILE':
    case 'ENOMEM':
      return `${program} could not be started now: the machine is out of processes, files or memory`
    default:
      return null
  }
}

function whyRefused(server: string, { status, body }: Refusal, config: McpPreviewConfig): string {
  const names = Object.values(config.headers_env)
  const said = plainText(body)
  const quote = said === '' ? '' : `: ${said}`
  if (status === 401 || status === 403)
    return names.length > 0
      ? `${server} refused the key (${status}); check ${names.join(', ')}${quote}`
      : `${server} asks for a key (${status}); name its header and variable in \`headers_env\`${quote}`
  if (status === 404) return `${server} knows no MCP at this address (404)`
  return `${server} answered with ${status}${quote}`
}

function plainText(body: string): string {
  if (/^\s*</.test(body)) return ''
  try {
    const parsed: unknown = JSON.parse(body)
    const error = field(parsed, 'error')
    const message = field(error, 'message') ?? field(parsed, 'message') ?? error
    if (typeof message === 'string') return message.slice(0, 200)
  } catch {
    // not JSON: as it is
  }
  return body.trim().slice(0, 200)
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined
}

function codeOf(error: unknown): string {
  const code = field(error, 'code')
  return typeof code === 'string' ? code : ''
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // fetch says only that it failed; its cause says why
  const cause = error.cause === undefined ? '' : messageOf(error.cause)
  return cause === '' || error.message.includes(cause)
    ? error.message
    : `${error.message}: ${cause}`
}
