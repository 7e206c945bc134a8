import { createHash } from 'node:crypto'
import type { PageFacts } from '../../model/page-facts.ts'
import type { Site } from '../../ports/browser.ts'
import type { PageJudgement } from './judge-page.ts'

/** The hash of a site, by which a verdict is bound to it. */
export function subjectOf(site: Site, page: string): string {
  const hash = createHash('sha256')
  if (site.type === 'server') return hash.update(`${site.origin}/${page}`).digest('hex')
  for (const [path, { bytes }] of [...site.files].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  ))
    hash.update(path).update('\0').update(bytes)
  return hash.digest('hex')
}

type Looked =
  | { readonly type: 'seen'; readonly facts: PageFacts; readonly judgement: PageJudgement }
  | { readonly type: 'static'; readonly judgement: PageJudgement }

/** What a judge may quote, the words as visitors see them and then the files, and what was measured. */
export const workOf = (verdict: Looked, site: Site, page: string) => ({
  text: wordsOf(verdict, site, page),
  facts: measuredOf(verdict),
})

function wordsOf(verdict: Looked, site: Site, page: string): string {
  const observed =
    verdict.type === 'seen'
      ? (verdict.facts.views.at(-1)?.blocks ?? [])
          .filter(({ visible }) => visible)
          .map(({ selector, text }) => `${selector}: ${text}`)
      : []
  const files = site.type === 'files' ? [...site.files] : []
  const sources = files
    .filter(([, { contentType }]) => /^text|javascript|json|svg/.test(contentType))
    .toSorted(([one], [other]) => Number(other === page) - Number(one === page))
    .map(([path, { bytes }]) => `--- ${path}\n${new TextDecoder().decode(bytes)}`)
  return `${observed.join('\n')}\n\n${sources.join('\n').slice(0, 200_000)}`
}

const measuredOf = ({ judgement }: Looked): readonly string[] => [
  `score ${judgement.score.overall.toFixed(2)}`,
  ...judgement.findings
    .filter(({ severity }) => severity === 'error')
    .slice(0, 30)
    .map(
      ({ ruleId, message, place }) => `${ruleId} at ${place.selector ?? 'the page'}: ${message}`,
    ),
]
