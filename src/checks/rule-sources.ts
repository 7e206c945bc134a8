import type { RuleSource } from '../rules/registry.ts'
import type { ListedRule, RuleEntry } from '../rules/rule.ts'
import { RuleSeverity } from '../model/own-rule.ts'
import described from './rules.json' with { type: 'json' }

type Described = Readonly<
  Record<
    string,
    {
      readonly severity: string
      readonly about?: string
      readonly bad: string
      readonly better: string
    }
  >
>

const texts: Described = described

/** Rules that are written as checks, and the parts of them that have a power of their own. */
function fromTexts(
  family: string,
  kind: ListedRule['kind'],
  titles: ReadonlyMap<string, string> = new Map(),
): readonly ListedRule[] {
  return Object.entries(texts)
    .filter(([id]) => id.startsWith(`${family}/`))
    .map(([id, { severity, about = titles.get(id) ?? id, bad, better }]) => ({
      id,
      kind,
      origin: 'built in',
      about,
      severity: RuleSeverity.parse(severity),
      example: { bad, better },
    }))
}

const fromChecks = async (
  family: string,
  kind: ListedRule['kind'],
  catalog: Promise<{
    readonly checks: readonly { readonly id: string; readonly title: string }[]
  }>,
): Promise<readonly ListedRule[]> =>
  fromTexts(family, kind, new Map((await catalog).checks.map(({ id, title }) => [id, title])))

const listed = (
  { id, about, example, severity, reach, fix }: RuleEntry,
  kind: ListedRule['kind'],
  family?: string,
): ListedRule => ({
  id: family === undefined ? id : `${family}/${id}`,
  kind,
  origin: 'built in',
  about,
  example,
  severity,
  ...(reach === undefined ? {} : { reach }),
  ...(fix === undefined ? {} : { fix }),
})

/** Every built-in rule. Nothing is loaded before somebody asks for rules of its kind. */
export const builtInRules: readonly RuleSource[] = [
  {
    kind: 'page',
    async load() {
      const { pageRules } = await import('./page/rules.ts')
      const rules = pageRules.map(({ mustPass, needs = ['views'], ...rule }) =>
        // a rule that need not pass costs points and advises
        listed({ ...rule, severity: mustPass ? 'error' : 'warning', reach: needs }, 'page', 'page'),
      )
      return [...fromTexts('page', 'page'), ...rules]
    },
  },
  {
    kind: 'change',
    async load() {
      const { integrityRules } = await import('./integrity/rules.ts')
      return integrityRules.map((rule) => listed(rule, 'change'))
    },
  },
  {
    kind: 'design',
    async load() {
      const { designRules } = await import('./design/rules.ts')
      return designRules.map((rule) => listed(rule, 'design', 'design'))
    },
  },
  { kind: 'openapi', load: () => fromChecks('openapi', 'openapi', import('./openapi/catalog.ts')) },
  { kind: 'docs', load: () => fromChecks('document', 'docs', import('./document/catalog.ts')) },
  {
    kind: 'config',
    load: () => fromChecks('configuration', 'config', import('./configuration/catalog.ts')),
  },
  { kind: 'code', load: () => fromChecks('code', 'code', import('./code/catalog.ts')) },
]
