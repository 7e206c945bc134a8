import type { PageRule } from '../page-rule.ts'
import { normalise } from '../copy/words.ts'
import { definePageRule, oncePerPlace, quote } from '../score/define-rule.ts'

/** Phrases that fit any product, and so none. */
const stock: readonly RegExp[] = [
  /\bin today[’']s (fast-paced|digital|modern|competitive)\b[^.]{0,20}/i,
  /\b(unlock|unleash|harness|discover) the (full )?(power|potential|magic) of\b/i,
  /\b(take|bring|elevate|boost) your [^.]{2,30} to (the|a whole) (next|new) level\b/i,
  /\b(elevate|supercharge|revolutioni[sz]e|transform|empower|streamline|reimagine) your (business|workflow|team|brand|experience|productivity|life|work|digital)\b/i,
  /\b(cutting[- ]edge|state[- ]of[- ]the[- ]art|game[- ]chang(ing|er)|best[- ]in[- ]class|world[- ]class|next[- ]gen(eration)? (solution|platform|technology))\b/i,
  /\b(one[- ]stop (shop|solution)|all[- ]in[- ]one (platform|solution))\b/i,
  /\beverything (that )?you need (to|in one place)\b/i,
  /\b(trusted|loved) by (thousands|millions|teams|companies|businesses|leading)\b/i,
  /\b(built|designed|made) for (the modern|modern|speed|scale|the future)\b/i,
  /\bseamless(ly)? (integrat|experience|connect|workflow)\w*/i,
  /\bwhy choose us\b/i,
  /\b(join|trusted by) (over )?[\d,.]+[kKmM]?\+ (happy|satisfied) (customers|users|clients)\b/i,
  /\bjoin thousands of\b/i,
  /\bready to (get started|transform|take)\b/i,
  /\bempower(ing)? (teams|businesses|individuals|you to)\b/i,
  /\bour (mission|passion) is to (provide|deliver|empower)\b/i,
  /\binnovative solutions?\b/i,
  /\bdelve into\b|\bembark on a journey\b/i,
]

export const stockPhraseIn = (text: string): string | null =>
  stock.map((pattern) => pattern.exec(text)?.[0]).find((hit) => hit !== undefined) ?? null

export const stockPhrases: PageRule = definePageRule(
  {
    id: 'slop/stock-phrases',
    dimension: 'Originality',
    about: 'No phrase that could stand on any page: “unlock the power of”, “why choose us”.',
    example: { bad: 'Take your mornings to the next level', better: 'Warm bread at seven' },
  },
  ({ views }, { copy }) => {
    // what the copy says is judged with the copy
    const agreed = new Set((copy ?? []).map(({ text }) => normalise(text)))
    return oncePerPlace(
      (views.at(-1)?.blocks ?? []).flatMap(({ text, selector, box, visible }) => {
        const phrase = stockPhraseIn(text)
        if (phrase === null || !visible || agreed.has(normalise(text))) return []
        return [
          {
            severity: 'warning' as const,
            message: `${quote(phrase)} could stand on any page.`,
            place: { selector, box },
          },
        ]
      }),
    )
  },
)

/** Stars, satisfied customers and titles behind a name. */
const praise: readonly RegExp[] = [
  /[★⭐]{3,}|\b5(\.0)?\s?\/\s?5\b/u,
  /\b(trusted|loved|used|rated) by (over |more than )?[\d,.]{1,12}\s?[kKmM]?\+?/i,
  /\b[\d,.]{1,12}\s?[kKmM]?\+? (happy|satisfied|delighted) (customers|users|clients|teams)\b/i,
  /\b(customers|users|teams|people) (love|rave about|swear by) (us|it|our)\b/i,
  /[—–-]\s?\p{Lu}\p{L}+ \p{Lu}[^,]{0,20},.{0,40}\b(CEO|CTO|COO|founder|manager|director|head of)\b/iu,
  /\b(changed|transformed) (my|our) (life|business|team|workflow)\b/i,
]

export const inventedPraise: PageRule = definePageRule(
  {
    id: 'slop/invented-praise',
    dimension: 'Originality',
    about: 'No praise and no figures of success that the copy does not have.',
    example: {
      bad: '★★★★★ “It changed our business!”',
      better: 'A quote that stands in copy.json',
    },
    needs: ['views', 'copy'],
  },
  ({ views }, { copy }) => {
    const agreed = normalise((copy ?? []).map(({ text }) => text).join(' '))
    return oncePerPlace(
      (views.at(-1)?.blocks ?? []).flatMap(({ text, selector, box, visible }) => {
        const hit = praise.map((each) => each.exec(text)?.[0]).find((each) => each !== undefined)
        if (hit === undefined || !visible || agreed.includes(normalise(text))) return []
        return [
          {
            message: `${quote(text)} is praise that nobody agreed on.`,
            place: { selector, box },
          },
        ]
      }),
    )
  },
)
