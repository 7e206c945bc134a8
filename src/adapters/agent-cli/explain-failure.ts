import type { AgentFailure } from '../../model/agent.ts'
import { excerpt } from '../../model/answer-text.ts'
import type { KnownAgent } from '../../model/known-agents.ts'

export type Failing = {
  /** Its name under `agents`. */
  readonly name: string
  readonly program: string
  readonly version: string
  readonly about: Pick<KnownAgent, 'howToLogIn' | 'tried'>
  readonly maxTurns: number
  readonly maxCostUsd: number
}

type Kind = {
  readonly sign: RegExp
  readonly retryable: boolean
  explain(failing: Failing, message: string): string
}

/** What goes wrong with all of them; the first that fits is told. */
const kinds: readonly Kind[] = [
  {
    sign: /max_turns/i,
    retryable: false,
    explain: ({ name, program, maxTurns }) =>
      `${program} was not done after ${maxTurns} turns; raise agents.${name}.max_turns, or ask for less at once`,
  },
  {
    sign: /max_budget|max_cost/i,
    retryable: false,
    explain: ({ name, program, maxCostUsd }) =>
      `${program} was not done for $${maxCostUsd}; raise agents.${name}.max_cost_usd, or ask for less at once`,
  },
  {
    sign: /usage limit|hit your limit|limit reached|insufficient.?quota|exceeded your current quota|credit balance|out of (?:extra )?usage|billing/i,
    retryable: false,
    explain: ({ program }, message) =>
      `${program} has reached the limit of its account: ${message}; wait until it is renewed and resume, or bind another agent`,
  },
  {
    sign: /not logged in|please run \/login|no authentication|set an auth method|authentication|invalid (?:x-)?api.?key|\b401\b|unauthori[sz]ed|unauthenticated|token (?:has )?expired|login required/i,
    retryable: false,
    explain: ({ program, about }, message) =>
      `${program} is not logged in, or its key is refused (${message}); ${about.howToLogIn}`,
  },
  {
    sign: /unknown option|unexpected argument|unrecognized|unknown argument/i,
    retryable: false,
    explain: ({ program, version, about }, message) =>
      `${program} ${version} does not know an option that ${about.tried} knows (${message}); install that version, or a newer Loopwright`,
  },
  {
    sign: /model.{0,80}(?:not found|not exist|not supported|not available|unknown)|unknown model|invalid model/i,
    retryable: false,
    explain: ({ name, program }, message) =>
      `${program} does not know this model (${message}); correct agents.${name}.model`,
  },
  {
    sign: /rate.?limit|\b429\b|\b529\b|overloaded|too many requests|high demand/i,
    retryable: true,
    explain: ({ program }, message) =>
      `the provider of ${program} takes no more requests now (${message}); wait a little, then resume`,
  },
  {
    sign: /ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|lookup address|fetch failed|network error|connection error/i,
    retryable: true,
    explain: ({ program }, message) =>
      `${program} cannot reach its provider (${message}); look at the network or proxy, then resume`,
  },
]

/** Why a command line has not answered, in a sentence that says what to do. */
export function explainFailure(failing: Failing, message: string): AgentFailure {
  const kind = kinds.find(({ sign }) => sign.test(message))
  const shown = excerpt(message)
  return {
    type: 'unavailable',
    reason: kind?.explain(failing, shown) ?? `${failing.program} failed: ${shown}`,
    retryable: kind?.retryable ?? true,
  }
}
