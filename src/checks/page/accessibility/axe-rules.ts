import { z } from 'zod'
import type { AxeRule, PageFacts } from '../../../model/page-facts.ts'
import type { PageRule } from '../page-rule.ts'
import { definePageRule, type Sighting } from '../score/define-rule.ts'

/** Rules of our own see all widths and know more of the exceptions, or the level is beyond AA. */
const toldElsewhere = new Set([
  'aria-hidden-focus',
  'color-contrast',
  'color-contrast-enhanced',
  'identical-links-same-purpose',
  'label-content-name-mismatch',
  'link-in-text-block',
  'meta-viewport-large',
  'target-size',
])

const isLaw = ({ tags }: AxeRule): boolean =>
  tags.some((tag) => /^wcag2[12]?aa?$/.test(tag)) && !tags.includes('experimental')

const seenBy = (rule: AxeRule): readonly Sighting[] =>
  rule.nodes.map(({ selector, message }) => ({
    message: message === '' ? rule.help : `${rule.help}: ${message} (axe ${rule.id})`,
    place: { selector },
  }))

const violationsOf = (facts: PageFacts): readonly AxeRule[] =>
  facts.axe.violations.filter(({ id }) => !toldElsewhere.has(id))

const law = definePageRule(
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

const advice = definePageRule(
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
        seenBy(rule).map((observed) => ({
          ...observed,
          // a stray line outside the landmarks harms nobody
          severity: rule.id === 'region' ? ('info' as const) : ('warning' as const),
        })),
      ),
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

const lostReference = definePageRule(
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

export const axeRules: readonly PageRule[] = [law, advice, lostReference]
