import { type DesignEntry } from './rule.ts'
import { Dimension, weights } from './critique.ts'
import { designRules } from './rules.ts'

const titles: Readonly<Record<Dimension, string>> = {
  completeness: 'Completeness',
  coherence: 'Coherence',
  clarity: 'Clarity',
  frameworkAgnosticism: 'Framework agnosticism',
  dataModelIntegrity: 'Data model integrity',
}

/** The page that explains every rule of the design critic, made from the rules themselves. */
export function rulesPage(): string {
  const sections = Dimension.options.map((dimension) => {
    const rules = designRules.filter((rule) => rule.dimension === dimension)
    return `## ${titles[dimension]} (${weights[dimension]} %)\n\n${tableOf(rules)}\n`
  })
  return `${opening}\n${sections.join('\n')}`
}

const opening = `# The rules of the design critic

<!-- Written by scripts/write-design-schema.mjs from the rules themselves. -->

The critic judges \`intent.json\` by rules alone. The same intent gets the same score on every machine.
A model may add advice in prose; it never sets a number.

- Each dimension starts at 100. An error weighs heavily, a warning less, an info hardly anything.
- A warning weighs less in a large design than in a small one, but never nothing.
- Two errors of coherence, such as a step that names an unknown component, keep a design below 80.
- The overall score is the weighted sum of the five dimensions, rounded to two decimals.
- A finding names its place as a JSON pointer. Where a machine can repair it truthfully, it carries the repair.
`

const tableOf = (rules: readonly DesignEntry[]): string =>
  [
    '| rule | severity | what it asks | instead of | better |',
    '|---|---|---|---|---|',
    ...rules.map(
      ({ id, severity, about, example }) =>
        `| \`${id}\` | ${severity} | ${cell(about)} | ${code(example.bad)} | ${code(example.better)} |`,
    ),
  ].join('\n')

/** Angle brackets would be read as markup, and a bar as the end of the cell. Quoted words are examples. */
const cell = (text: string): string =>
  text
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .replace(/"([^"]+)"/g, '`$1`')

/** An example is shown as it stands in a file; nobody should take its words for those of this page. */
const code = (text: string): string => `\`${text.replaceAll('`', "'").replaceAll('|', '\\|')}\``
