import { z } from 'zod'

/** What is said from inside the walls. The application may say anything there, so it is checked. */
export const FromInside = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ready'),
    /** Of the upstreams, by name. */
    ports: z.record(z.string(), z.int()),
    /** One that nobody uses. */
    port: z.int(),
  }),
  z.object({ type: z.literal('listening'), port: z.int(), isPage: z.boolean() }),
  z.object({ type: z.literal('exited'), code: z.int().nullable(), output: z.string() }),
  z.object({
    type: z.literal('never-listened'),
    output: z.string(),
    /** On which it listens without speaking HTTP. */
    ports: z.array(z.int()),
  }),
])
export type FromInside = z.output<typeof FromInside>

export type StartMessage = {
  readonly type: 'start'
  /** A shell command, or a folder whose files are served. */
  readonly run: { readonly command: string } | { readonly files: string }
  readonly env: Readonly<Record<string, string>>
  /** The only one that counts. */
  readonly port: number | null
  /** What the variable PORT says where no port is wanted. */
  readonly suggested: number
  readonly readyMs: number
  /** It is known to have no page: nothing better will answer than what listens at the suggested port. */
  readonly isPageless: boolean
}

export type FromOutside = StartMessage | { readonly type: 'connect'; readonly id: string }
