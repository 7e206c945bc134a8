import { z } from 'zod'
import type { AxeRule, PageFacts } from '../../../model/page-facts.ts'
import type { PageRule } from '../page-rule.ts'
import { type Seen, worksRule } from './about.ts'

/** Told by rules of our own, which see all widths and know more of the exceptions. */
const toldElsewhere = new Set([
  'aria-hidden-focus',
  'color-contrast',
  'color-contrast-enhanced',
  'heading-order',
  'identical-links-same-purpose',
  'image-redundant-alt',
  'label-content-name-mismatch',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'link-in-text-block',
  'meta-viewport',
  'meta-viewport-large',
  'nested-interactive',
  'page-has-heading-one',
  'tabindex',
  'target-size',
])

const isLaw = ({ tags }: AxeRule): boolean =>
  tags.some((tag) => /^wcag2[12]?aa?$/.test(tag)) && !tags.includes('experimental')

function seenBy(rule: AxeRule): readonly Seen[] {
  return rule.nodes.map(({ selector, message }) => ({
    message: message === '' ? rule.help : `${rule.help}: ${message} (axe ${rule.id})`,
    place: { selector },
  }))
}

/** Roles whose children are for the eye only; our own rule knows links and buttons. */
const alsoNested = (rule: AxeRule): AxeRule => ({
  ...rule,
  nodes: rule.nodes.filter(({ html }) => !/^<(a|button)\b/i.test(html)),
})

const violationsOf = (facts: PageFacts): readonly AxeRule[] =>
  facts.axe.violations.flatMap((rule) => {
    if (rule.id === 'nested-interactive') return [alsoNested(rule)]
    return toldElsewhere.has(rule.id) ? [] : [rule]
  })

const law: PageRule = worksRule(
  {
    id: 'axe-wcag',
    about:
      'No rule of axe for WCAG 2.2, levels A and AA, is broken. The finding names the rule of axe.',
    example: {
      bad: '<button><svg/></button>',
      better: '<button aria-label="Close"><svg/></button>',
    },
    needs: ['axe'],
    mustPass: true,
  },
  (facts) => violationsOf(facts).filter(isLaw).flatMap(seenBy),
)

const advice: PageRule = worksRule(
  {
    id: 'axe-advice',
    about: 'The good practices that axe knows beyond WCAG are kept.',
    example: {
      bad: 'two unnamed <nav>',
      better: '<nav aria-label="Main"> and <nav aria-label="Legal">',
    },
    needs: ['axe'],
  },
  (facts) =>
    violationsOf(facts)
      .filter((rule) => !isLaw(rule))
      .flatMap((rule) =>
        // a stray line outside the landmarks harms nobody
        seenBy(rule).map((seen) => (rule.id === 'region' ? { ...seen, severity: 'info' } : seen)),
      ),
)

/** Left open by axe and not settled by a rule of our own: a person has to look. */
const needsEyes = new Set(['audio-caption', 'no-autoplay-audio', 'object-alt', 'video-caption'])

/** Axe is not sure that these are heard, and sure that they are wrong. */
const wrongAnyway = new Set(['aria-prohibited-attr', 'th-has-data-cells'])

const undecided: PageRule = worksRule(
  {
    id: 'axe-undecided',
    about: 'Names what axe could not decide and nothing else settles, such as missing captions.',
    example: { bad: '<video src="tour.mp4">', better: '<video><track kind="captions" …>' },
    needs: ['axe'],
    severity: 'info',
  },
  (facts) => [
    ...facts.axe.incomplete
      .filter(({ id }) => wrongAnyway.has(id))
      .flatMap(seenBy)
      .map((seen) => ({ ...seen, severity: 'warning' as const })),
    ...facts.axe.incomplete
      .filter(({ id }) => needsEyes.has(id))
      .flatMap(seenBy)
      .map((seen) => ({ ...seen, message: `could not decide: ${seen.message}` })),
  ],
)

/** An attribute that names ids, as axe gives it back: `aria-labelledby="title"`. */
function lostIds(facts: PageFacts, written: string): readonly string[] {
  const ids = new Set(facts.views.flatMap((view) => view.ids))
  const [, attribute = '', value = ''] = /^(aria-[a-z]+)="([^"]*)"$/.exec(written) ?? []
  if (!/^aria-(labelledby|describedby|errormessage|details|owns|activedescendant)$/.test(attribute))
    return []
  return value.split(/\s+/).filter((id) => id !== '' && !ids.has(id))
}

const reviewed = z.object({
  'aria-valid-attr-value': z.object({ messageKey: z.literal('noId'), needsReview: z.string() }),
})

const lostReference: PageRule = worksRule(
  {
    id: 'aria-reference-lost',
    about: 'What names another element by its id finds it.',
    example: {
      bad: '<section aria-labelledby="prices-titel">',
      better: '<section aria-labelledby="prices-title">',
    },
    needs: ['axe'],
    mustPass: true,
  },
  (facts) =>
    facts.axe.incomplete
      .filter(({ id }) => id === 'aria-valid-attr-value')
      .flatMap(({ nodes }) => nodes)
      .flatMap(({ selector, data }) => {
        const read = reviewed.safeParse(data)
        const written = read.success ? read.data['aria-valid-attr-value'].needsReview : ''
        return lostIds(facts, written).map((id) => ({
          message: `${written} names the id ${JSON.stringify(id)}, which does not exist`,
          place: { selector },
        }))
      }),
)

export const axeRules: readonly PageRule[] = [law, advice, lostReference, undecided]
