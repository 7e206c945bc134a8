import type { AxeFacts, AxeNode, AxeRule } from '../../model/page-facts.ts'
import type { ProbeFacts } from '../../model/page-probes.ts'
import { inTab, mostTried, part, type Errand } from './errand.ts'
import { countElements } from './gather.ts'
import { probe } from './probe.ts'
import type { Traffic } from './traffic.ts'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Tab } from './tab.ts'

const noAxe: AxeFacts = {
  version: '',
  violations: [],
  incomplete: [],
  inapplicable: [],
}

type TriedOut = {
  readonly facts: Omit<ProbeFacts, 'states' | 'openers'>
  readonly traffic: Traffic
}

/** One tab is judged as Lighthouse's phone, then made wide and used. */
export const tryOut = (
  errand: Errand,
): Promise<{ readonly axe: AxeFacts; readonly probes: TriedOut | null }> =>
  inTab(errand, { width: 412, height: 823, mobile: true }, async (tab) => {
    const count = await countElements(tab)
    if (count > mostTried) {
      const reason = `the page has ${count} elements, more than ${mostTried}`
      for (const name of ['axe', 'opened', 'dark', 'probes'] as const)
        errand.gaps.push({ part: name, reason })
      return { axe: noAxe, probes: null }
    }
    const axe = await part(errand, 'axe', () => runAxe(tab), noAxe)
    const use = async () => {
      await tab.resize({ width: 1280, height: 720 })
      return { facts: await probe(tab, errand.url), traffic: tab.traffic }
    }
    return { axe, probes: await part(errand, 'probes', use, null) }
  })

let source: Promise<string> | null = null

const axeSource = (): Promise<string> =>
  (source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))

// with these, every weighted audit of Lighthouse's accessibility category has its rule
const alsoOn = [
  'identical-links-same-purpose',
  'label-content-name-mismatch',
  'table-fake-caption',
  'td-has-header',
]

const settings = {
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
  rules: Object.fromEntries(alsoOn.map((id) => [id, { enabled: true }])),
  resultTypes: ['violations', 'incomplete'],
  elementRef: false,
  iframes: false,
  preload: false,
}

type RawCheck = { readonly id: string; readonly data: unknown; readonly message: string }
type RawNode = {
  readonly target: readonly (string | readonly string[])[]
  readonly html: string
  readonly any: readonly RawCheck[]
  readonly all: readonly RawCheck[]
  readonly none: readonly RawCheck[]
}
type RawRule = Omit<AxeRule, 'nodes'> & { readonly nodes: readonly RawNode[] }
type RawResult = {
  readonly testEngine: { readonly version: string }
  readonly violations: readonly RawRule[]
  readonly incomplete: readonly RawRule[]
  readonly inapplicable: readonly RawRule[]
}

/** One run of all rules, in the world of the collectors. */
async function runAxe(tab: Tab): Promise<AxeFacts> {
  await tab.ask(`${await axeSource()};0`)
  const raw = await tab.ask<RawResult>(`axe.run(document, ${JSON.stringify(settings)})`)
  return {
    version: raw.testEngine.version,
    violations: raw.violations.map((rule) => toRule(rule)),
    incomplete: raw.incomplete.map((rule) => toRule(rule)),
    inapplicable: raw.inapplicable.map(({ id }) => id),
  }
}

const mostNodes = 200

const toRule = (rule: RawRule): AxeRule => ({
  id: rule.id,
  tags: rule.tags,
  help: rule.help,
  nodes: rule.nodes.slice(0, mostNodes).map(toNode),
})

function toNode(node: RawNode): AxeNode {
  const failed = [...node.any, ...node.all, ...node.none]
  return {
    selector: node.target
      .map((step) => (typeof step === 'string' ? step : step.join(' >>> ')))
      .join(' '),
    html: node.html.slice(0, 300),
    message: failed.map((check) => check.message).join('; '),
    data: Object.fromEntries(failed.map((check) => [check.id, check.data])),
  }
}
