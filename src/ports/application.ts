import type { Workbench } from './workbench.ts'

export type ApplicationRequest = {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** 10,000 unless told. */
  readonly timeoutMs?: number
}

export type ApplicationResponse = {
  readonly status: number
  /** By lower-case name. Several cookies stand on lines of their own. */
  readonly headers: Readonly<Record<string, string>>
  /** At most its first two megabytes. */
  readonly body: string
}

/**
 * A server that the application depends on: it works and answers with this JSON, or it misbehaves: nobody
 * listens, it sends broken JSON and JSON of another shape in turn, it answers after two minutes, or it answers 500.
 */
export type UpstreamBehaviour =
  | { readonly json: string }
  | 'dead'
  | 'malformed'
  | 'slow'
  | 'error-500'

export type ApplicationOptions = {
  /** Stops it, also while it runs. */
  readonly signal: AbortSignal
  /** A workbench on which the project's build has ended well; null where there is none, and it is built here. */
  readonly built?: () => Promise<Workbench | null>
  /** Servers beside the application, by a name of the caller's. */
  readonly upstreams?: Readonly<Record<string, UpstreamBehaviour>>
  /** Variables of the application, which may name the ports of the upstreams: `http://127.0.0.1:${ports.api}`. */
  readonly environment?: (
    ports: Readonly<Record<string, number>>,
  ) => Readonly<Record<string, string>>
}

/** Why an application does not run, in sentences for people. */
export type ApplicationError = {
  readonly type: 'no-command' | 'no-walls' | 'died' | 'never-listened' | 'port-taken' | 'cancelled'
  readonly reason: string
  readonly remedy: string
  /** Null where it did not end by itself. */
  readonly exitCode?: number | null
  /** The last lines that it printed. */
  readonly output?: string
}

/** A running application, behind the same walls as check commands: it reaches nothing, only we reach it. */
export type Application = {
  /** As a person would type it. */
  readonly command: string
  /** An address on this machine that leads to it: `http://127.0.0.1:41234`. */
  readonly origin: string
  /** Follows no redirect and never throws; null where no answer comes in time. */
  request(request: ApplicationRequest): Promise<ApplicationResponse | null>
  /** Ends it with everything it started. */
  stop(): Promise<void>
}
