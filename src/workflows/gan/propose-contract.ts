import type { ContractItem, Proposal, TestScenario } from './contract.ts'
import { type ChecklistItem, defaultChecklist } from './inputs/default-checklist.ts'
import type { Dimension } from './inputs/rubrics.ts'
import type { Brief } from './inputs/brief.ts'
import { meantBy } from './anchors.ts'

export type Proposing = {
  readonly brief: Brief
  readonly priority: Dimension
  /** What the last sprint left; empty before the first. */
  readonly checklist: readonly ContractItem[]
}

/** A contract can promise so much; a brief with more rows keeps its first ones. */
const mostItems = 50

/** The contract that a brief asks for, every item with the rules of the page gate that decide it. */
export function proposeContract({ brief, priority, checklist }: Proposing): Proposal {
  const own = checklist.filter(({ implicit }) => !implicit)
  return {
    priority_dimension: priority,
    acceptance_checklist: own.length > 0 ? own : firstChecklist(brief),
    test_scenarios: [...scenarios(brief)],
    pass_conditions: {
      'Design Quality': 0.75,
      Originality: 0.75,
      Completeness: 0.75,
      Functionality: 0.75,
    },
  }
}

function firstChecklist(brief: Brief): ContractItem[] {
  const asked = defaultChecklist(brief)
    .slice(0, mostItems)
    .map(({ criterion, verification, dimension, ...item }) => ({
      criterion,
      verification,
      dimension,
      rules: [...rulesFor({ criterion, verification, dimension, ...item })],
      ...(item.section === undefined ? {} : { about: partsOf(item.section) }),
      ...(item.label === undefined ? {} : { about: [item.label] }),
    }))
  return [...asked, ...always].map((item, index) => ({
    id: `AC-${String(index + 1).padStart(2, '0')}`,
    ...item,
    rules: [...item.rules],
    status: 'pending',
    implicit: false,
    carry_forward: false,
  }))
}

/** A section by its name in the brief, and its place in the copy. */
function partsOf(section: string): string[] {
  const slug = section.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')
  return [section, `/sections/${meantBy(section) ?? slug}`]
}

/** What no brief has to write down, and every page of a brand owes it. */
const always: readonly Pick<ContractItem, 'criterion' | 'verification' | 'dimension' | 'rules'>[] =
  [
    {
      criterion:
        'Text has a contrast of 4.5:1, large text and the edges of controls 3:1, in every state',
      verification: 'Measure every text and control as it is painted',
      dimension: 'Design Quality',
      rules: ['contrast'],
    },
    {
      criterion: 'The page is made for this brand: no stock pattern, no two sections built alike',
      verification: 'Look for the patterns that pages of templates share',
      dimension: 'Originality',
      rules: ['slop'],
    },
  ]

const present = ['copy/missing-section', 'copy/missing', 'copy/changed', 'copy/placeholder']
const calls = [
  'interaction/dead-link',
  'interaction/dead-button',
  'interaction/dead-form',
  'interaction/covered-control',
  'interaction/click-throws',
  'interaction/call-leads',
]

/** What the words of a criterion are about, and the rules that measure it; the first that fits. */
const subjects: readonly (readonly [about: RegExp, rules: readonly string[]])[] = [
  [/\bcontrast\b/i, ['contrast']],
  [/\b(?:lighthouse|accessib|wcag|a11y|screen reader)/i, ['accessibility', 'contrast', 'keyboard']],
  [/\bkeyboard\b|\bfocus\b/i, ['keyboard']],
  [/\b(?:motion|animation)/i, ['weight/motion', 'weight/blink', 'weight/autoplay']],
  [/\b(?:responsive|viewport|mobile|phones?|breakpoints?|\d{3,4} ?px)\b/i, ['layout']],
  [/\b(?:call to action|calls to action|ctas?|buttons?|links?|forms?)\b/i, calls],
  [/\b(?:broken|errors?|404|dead|works?)\b/i, ['interaction']],
  [/\b(?:fast|load(?:s|ing)?|performance|weight|kb|size of the page|bundle)\b/i, ['weight']],
  [/\b(?:slop|generic|unique|original|distinct|template)/i, ['slop']],
  [/\b(?:brand|tokens?|colou?rs?|palette|typograph|type|fonts?|spacing)\b/i, ['tokens']],
  [/\b(?:content|copy|sections?|messages?|text|words)\b/i, present],
]

function rulesFor({ criterion, dimension, need }: ChecklistItem): readonly string[] {
  // the gate asks for sections that must or should be there; what would be nice is looked for by a judge
  if (/ is present(?: \(|$)/.test(criterion) && dimension === 'Completeness')
    return need === 'nice' ? [] : present
  if (criterion.startsWith('The call to action "')) return calls
  return subjects.find(([about]) => about.test(criterion))?.[1] ?? []
}

function scenarios({ callsToAction }: Brief): readonly TestScenario[] {
  const look = 'loopwright check page .'
  const steps: readonly (readonly [string, TestScenario['tool']])[] = [
    ['Desktop at 1280x720: the whole page, nothing cut off, nothing overlapping', 'Playwright'],
    ['Phone at 375x667: the whole page without horizontal scrolling', 'Playwright'],
    ['Tablet at 768x1024: columns stand in order and keep their distance', 'Playwright'],
    ['Every link and button is used; none is dead, none ends in an error', 'Playwright'],
    ['Forms are sent empty, wrong and right', 'Playwright'],
    ['The Tab key walks the page; the focus can always be seen', 'Playwright'],
    ['An accessibility scan at WCAG 2.2 AA', 'Playwright'],
    ...callsToAction
      .slice(0, 10)
      .map(
        ({ label, target }) =>
          [`"${label}" leads to ${target === '' ? 'its place' : target}`, 'Playwright'] as const,
      ),
  ]
  return steps.map(([description, tool], index) => ({
    id: `TS-${String(index + 1).padStart(2, '0')}`,
    description,
    tool,
    command: look,
  }))
}
