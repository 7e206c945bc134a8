import { pageExaminer } from '../../../checks/page/exam.ts'
import { pageVocabulary } from '../../../checks/page/exam/vocabulary.ts'
import { demandsIn } from '../../../checks/track/demands.ts'
import { judgementOf } from '../../../checks/track/ui-ux/page-issues.ts'
import type { Obligation } from '../../../model/obligation.ts'
import type { PageFacts } from '../../../model/page-facts.ts'
import { examFrom, examine } from '../../../obligations/exam.ts'

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}/]+/gu, ' ')
    .trim()

/**
 * Traces what nobody could decide of the whole to a page that shows it, or to the work order that showed the
 * same sentence. Orders satisfy nothing else, so that criteria of their own do not fill up the score.
 */
export async function traceRequirements(
  demands: readonly Obligation[],
  spec: string,
  {
    pages,
    orders,
  }: { readonly pages: Iterable<PageFacts>; readonly orders: readonly Obligation[] },
): Promise<readonly Obligation[]> {
  const sources = [await Promise.all([...pages].map((page) => onPage(spec, page))), [orders]].flat()
  return demands.map((demand) => {
    if (demand.status !== 'undecided') return demand
    const shown = sources.flatMap((each) => shownIn(each, demand.source.text) ?? [])[0]
    return shown === undefined
      ? demand
      : { ...demand, status: 'met', reason: shown.reason, evidence: shown.evidence }
  })
}

/** What shows a sentence, where all that it demands is met. */
function shownIn(known: readonly Obligation[], sentence: string): Obligation | null {
  const same = known.filter(({ source }) => plain(source.text) === plain(sentence))
  const isShown = same.every(
    ({ status, evidence, self_reported }) =>
      status === 'met' && evidence.length > 0 && self_reported !== true,
  )
  return isShown ? (same[0] ?? null) : null
}

/** What a page shows by a form that a machine reads: that it says a sentence does not make it so. */
async function onPage(spec: string, facts: PageFacts): Promise<readonly Obligation[]> {
  const exam = examFrom(demandsIn(spec), 'task', pageVocabulary)
  const asked = exam.items.map(({ source }) => source.text)
  const judgement = judgementOf(facts)
  const examiner = pageExaminer({ facts, judgement, files: [], asked })
  const { vocabulary } = examiner
  return examine(exam, { vocabulary, examine: (check) => examiner.examine(check) }, facts.page)
}
