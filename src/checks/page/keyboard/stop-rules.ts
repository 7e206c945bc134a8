import type { PageRule } from '../page-rule.ts'
import { quote, worksRule } from '../accessibility/about.ts'

const idle: PageRule = worksRule(
  {
    id: 'focus-for-nothing',
    about: 'The Tab key stops only at what can be used, scrolled or written in.',
    example: { bad: '<p tabindex="0">Our hours</p>', better: '<p>Our hours</p>' },
  },
  ({ markup }) =>
    (markup?.idleStops ?? []).map(({ selector, text }) => ({
      message: `the Tab key stops at ${quote(text === '' ? selector : text)}, where there is nothing to do`,
      place: { selector },
    })),
)

const hoverOnly: PageRule = worksRule(
  {
    id: 'hover-only',
    about: 'What shows on hovering shows on focus too, or by a button.',
    example: {
      bad: 'li:hover > ul { display: block }',
      better: 'li:hover > ul, li:focus-within > ul { display: block }',
    },
    severity: 'error',
  },
  ({ markup }) =>
    (markup?.hoverShown ?? []).map(({ selector, rule, text, controls }) => ({
      ...(controls === 0 ? { severity: 'warning' as const } : {}),
      message: `${quote(text)} is shown by ${quote(rule)} only: the keyboard and a finger never get there`,
      place: { selector },
    })),
)

export const stopRules: readonly PageRule[] = [idle, hoverOnly]
