import type { Obligation } from '../../model/obligation.ts'
import type { Decided } from '../../obligations/examine.ts'
import type { Fact } from './facts.ts'

/** Services, jobs and the like: names below one key of the file, each with settings of its own. */
function partsIn(facts: readonly Fact[]): readonly string[] {
  const deep = facts.filter(({ path }) => path.length > 2)
  const groups = Map.groupBy(deep, ({ path }) => path[0])
  return [...groups.values()].flatMap((group) => {
    const names = [...new Set(group.map(({ path }) => path[1] ?? ''))]
    return names.length > 1 ? names : []
  })
}

/** What a sentence asks of one service is neither met nor refused by another: nobody knows then whether it was meant so. */
export function keptToPart(
  facts: readonly Fact[],
  decided: readonly Decided[],
): readonly Obligation[] {
  const parts = partsIn(facts)
  return decided.map(({ check, obligation }) => {
    const { status, source, statement, evidence } = obligation
    const place = evidence.map(({ where = '', text }) => `${where} ${text}`).join(' ')
    const shown = parts.filter((part) => place.split(/[^\w-]+/).includes(part))
    const asked = partAsked(source.text, statement, parts)
    const isElsewhere = asked !== null && shown.length > 0 && !shown.includes(asked)
    const isDecided = status === 'met' || status === 'unmet'
    if (check === null || !isDecided || !isElsewhere) return obligation
    const reason = `the sentence speaks of ${asked}, and this is about ${shown.join(', ')}: ${obligation.reason}`
    return { ...obligation, status: 'undecided', decided_by: 'judge', reason, evidence: [] }
  })
}

/** The part that a clause begins with ("db restarts …") or speaks of ("the healthcheck of db …"). */
function partAsked(text: string, statement: string, parts: readonly string[]): string | null {
  const own = (statement.toLowerCase().match(/[\w-]{3,}/g) ?? []).map((word) => word.slice(0, 5))
  const clauses = text.toLowerCase().split(/[,;:]|\band\b/)
  const shared = (clause: string) => own.filter((word) => clause.includes(word)).length
  const clause = clauses.toSorted((one, other) => shared(other) - shared(one))[0] ?? ''
  const plain = clause.replaceAll('`', '')
  const first = /^\s*(?:(?:the|an?)\s+)?([\w-]+)/.exec(plain)?.[1]
  const spoken = /\bof (?:the )?([\w-]+)/.exec(plain)?.[1]
  return parts.find((part) => part === first || part === spoken) ?? null
}
