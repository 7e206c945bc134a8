import type { RuleSeverity } from '../../model/own-rule.ts'
import type { RuleFinding } from '../../rules/rule.ts'
import type { Change } from './change.ts'
import { type IntegrityDimension, type RuleName, ruleOf } from './rules.ts'
import { lineAt, type Source } from './source.ts'

/** One thing a change did that a gate has to know of. Its place has a path and, where there is one, a line. */
export type IntegrityFinding = RuleFinding & { readonly dimension: IntegrityDimension }

/** One look at a change, for some rules that share what they look at. */
export type Family = { readonly look: (change: Change) => readonly IntegrityFinding[] }

/** What a finding says; the severity is that of its rule unless told. */
export type Told = { readonly message: string; readonly severity?: RuleSeverity }

/** A finding in a text that is there. */
export function findingIn(
  name: RuleName,
  { path, text }: Pick<Source, 'path' | 'text'>,
  offset: number,
  message: Told,
): IntegrityFinding {
  const lineStart = text.lastIndexOf('\n', Math.max(0, offset - 1)) + 1
  const lineEnd = text.indexOf('\n', offset)
  const evidence = text.slice(offset === 0 ? 0 : lineStart, lineEnd < 0 ? undefined : lineEnd)
  return findingGone(name, { path, line: lineAt(text, offset) }, { ...message, evidence })
}

/** A finding about something that is gone, so that only its old text can be shown. */
export function findingGone(
  name: RuleName,
  { path, line }: { readonly path: string; readonly line?: number },
  { message, severity, evidence = '' }: Told & { readonly evidence?: string },
): IntegrityFinding {
  const rule = ruleOf(name)
  const shown = evidence.trim().slice(0, 160)
  return {
    rule: rule.id,
    severity: severity ?? rule.severity,
    dimension: rule.dimension,
    message: `${message}. ${rule.fix}`,
    place: { path, ...(line === undefined ? {} : { line }) },
    ...(shown === '' ? {} : { evidence: shown }),
  }
}
