import type { PageJudgement } from '../judge-page.ts'

/** What rules of ours have seen go wrong at the very place that shows it: a thing that nobody can see or use is not there. */
export function spoiltAt(
  evidence: readonly { readonly where?: string | undefined }[],
  { findings }: Pick<PageJudgement, 'findings'>,
): string | null {
  const places = evidence.flatMap(({ where }) =>
    where === undefined || /^(?:body|html|title)$/.test(where) ? [] : [where],
  )
  const result = findings.find(({ ruleId, place: { selector } }) =>
    places.some(
      (place) =>
        selector !== undefined &&
        ((unusable.test(ruleId) && (place === selector || place.startsWith(`${selector} > `))) ||
          (hidden.test(ruleId) && (place === selector || selector.startsWith(`${place} > `)))),
    ),
  )
  return result?.message ?? null
}

const unusable = /^interaction\/(?:dead-button|dead-form|click-throws|form-throws)$/
const hidden = /^(?:layout\/covered-text|interaction\/covered-control)$/
