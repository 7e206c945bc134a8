export const exitCodes = {
  accepted: 0,
  notAccepted: 1,
  usage: 2,
  parked: 3,
  capReached: 4,
  internal: 5,
} as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Something a person must be told: what is wrong, where, and what to do. */
export type Problem = {
  readonly exit: ExitCode
  readonly what: string
  readonly where?: string
  readonly todo?: string
}

/** A problem with what was asked for: the person can put it right and ask again. */
export const usageProblem = (what: string, todo?: string, where?: string): Problem => ({
  exit: exitCodes.usage,
  what,
  ...(where === undefined ? {} : { where }),
  ...(todo === undefined ? {} : { todo }),
})
