import { lineStarts, placeAt } from '../../kit/lines.ts'
import type { CheckOutcome } from '../../model/check.ts'
import type { Finding } from '../../model/finding.ts'
import type { BuiltInCheck, Subject } from '../check.ts'
import { notApplicable, outcomeOf, undecided } from '../outcome.ts'
import { type Aspect, type Issue, readSpec, type Spec, type Unreadable } from './spec.ts'
import { isMap, mapOf } from './json.ts'
import { placeOf } from './locate.ts'
import { operationsOf } from './operations.ts'
import { redoclyIssues } from './redocly.ts'

export type RuleBook = {
  readonly aspect: Aspect
  readonly title: string
  readonly passed: (spec: Spec) => string
  readonly look: (spec: Spec, subject: Subject) => readonly Issue[] | Promise<readonly Issue[]>
}

/** Makes a check of an aspect's own rules and of what Redocly's linter sees of that aspect. */
export function openapiCheck(book: RuleBook): BuiltInCheck {
  return {
    id: `openapi/${book.aspect}`,
    title: book.title,
    readsProject: false,
    run: async (subject) => {
      try {
        return await outcomeFor(book, subject)
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        return {
          verdict: 'error',
          details: `The check broke: ${reason.slice(0, 300)}`,
          findings: [],
        }
      }
    },
  }
}

async function outcomeFor(book: RuleBook, subject: Subject): Promise<CheckOutcome> {
  const reading = readSpec(subject.artifact)
  if (!reading.ok) return unreadableOutcome(subject.artifact, reading.unreadable)
  const { spec } = reading
  if (spec.version === '2.0' && book.aspect !== 'sound')
    return notApplicable('a Swagger 2 description: only its structure and references are looked at')
  if (operationsOf(spec).length === 0 && book.aspect !== 'valid' && book.aspect !== 'sound') {
    const message = 'The description has no operation under paths'
    return outcomeOf([{ message, place: placeOf(spec, '/paths') }], '')
  }
  const own = await book.look(spec, subject)
  const linted = (await redoclyIssues(spec)).filter((problem) => problem.aspect === book.aspect)
  const findings = findingsOf(spec, [...own, ...linted])
  return findings.length === 0 && book.aspect === 'sound' && describesNothing(spec)
    ? undecided(
        'the description has no operation: the standard allows that, but nothing is described',
      )
    : outcomeOf(findings, book.passed(spec))
}

const describesNothing = (spec: Spec): boolean =>
  operationsOf(spec).length === 0 &&
  !isMap(spec.root['webhooks']) &&
  Object.keys(mapOf(spec.root['components'])).length === 0

/** What every check says about a text that holds no description. */
export const unreadableOutcome = (
  artifact: string,
  { message, offset }: Unreadable,
): CheckOutcome => outcomeOf([{ message, place: placeAt(lineStarts(artifact), offset) }], '')

const mostFindings = 500

function findingsOf(spec: Spec, issues: readonly Issue[]): readonly Finding[] {
  const visited = new Set<string>()
  const fresh = issues.filter(({ pointer, message }) => {
    const key = `${pointer} ${message}`
    if (visited.has(key)) return false
    visited.add(key)
    return true
  })
  return fresh.slice(0, mostFindings).map((issue) => ({
    message: issue.message,
    place: placeOf(spec, issue.pointer),
    ...(issue.evidence === undefined ? {} : { evidence: issue.evidence }),
    ...(issue.fix === undefined ? {} : { fix: issue.fix }),
  }))
}
