import { squeeze } from '../../../kit/lines.ts'
import type { LinkFact } from '../../../model/page-facts.ts'
import type { PageRule } from '../page-rule.ts'
import { definePageRule, quote } from '../score/define-rule.ts'

const plain = (text: string): string => squeeze(text).toLowerCase()

/** Whether a link leads to the target as a brief writes it: a fragment, a path, or a whole address. */
function leadsTo({ raw, url }: LinkFact, target: string): boolean {
  const wanted = target.trim()
  if (raw.trim() === wanted || url === wanted) return true
  if (wanted.startsWith('#')) return raw.trim().endsWith(wanted)
  const path = (text: string) => text.replace(/^\.?\//, '').replace(/(?:index)?\.html?$/, '')
  return path(raw.trim()) === path(wanted)
}

/** What the brief says of a call to action: its words lead where it names. */
export const callLeads: PageRule = definePageRule(
  {
    id: 'interaction/call-leads',
    about: 'A call to action leads where the BRIEF says.',
    example: {
      bad: 'BRIEF: "See the prices" → #pricing; <a href="#top">See the prices</a>',
      better: '<a href="#pricing">See the prices</a>',
    },
  },
  ({ links }, { calls = [] }) =>
    calls.flatMap(({ label, target }) => {
      const named = links.filter(
        ({ attribute, text }) => attribute === 'href' && plain(text) === plain(label),
      )
      const [first] = named
      // a button of that name does what it does; only a link says where it leads
      if (first === undefined || named.some((link) => leadsTo(link, target))) return []
      return [
        {
          about: label,
          message: `${quote(label)} leads to ${first.raw}; the BRIEF says ${target}.`,
          place: { selector: first.selector },
        },
      ]
    }),
)
