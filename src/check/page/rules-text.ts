import { dimensionWeights, pageDimensions } from '../../checks/page/score/anchor.ts'
import type { PageRule } from '../../checks/page/page-rule.ts'
import { pageRules } from '../../checks/page/rules.ts'

/** The page that explains every rule about pages, made from the rules themselves. */
export function pageRulesText(): string {
  const sections = pageDimensions.map((dimension) => {
    const rules = pageRules.filter((rule) => rule.dimension === dimension)
    const weight = Math.round(dimensionWeights[dimension] * 100)
    return `## ${dimension} (${weight} %)\n\n${tableOf(rules)}\n`
  })
  return `${opening()}\n${sections.join('\n')}`
}

const opening = (): string => `# The rules about pages

<!-- Written by scripts/write-page-rules.mjs from the rules themselves. -->

\`loopwright check page\` holds a page against ${pageRules.length} rules; see [check-page.md](check-page.md). The same page gets
the same findings on every machine with the same browser.

- A rule marked **must** fails the page, whatever its score. There are ${pageRules.filter(({ mustPass }) => mustPass).length} of them.
- A rule that needs \`copy\`, \`sections\` or \`tokens\` is asked only where the contract gives them.
- A rule that needs \`static\` reads the files. All others need a look at the page in a browser.
- What could not be checked has not passed.
`

const tableOf = (rules: readonly PageRule[]): string =>
  [
    '| rule | must | needs | what it asks | instead of | better |',
    '|---|---|---|---|---|---|',
    ...rules
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map(
        ({ id, mustPass, needs = ['views'], about, example }) =>
          `| \`${id}\` | ${mustPass ? 'must' : ''} | ${needs.join(', ')} | ${cell(about)} | ${code(example.bad)} | ${code(example.better)} |`,
      ),
  ].join('\n')

/** Angle brackets would be read as markup, and a bar as the end of the cell. Quoted words are examples. */
const cell = (text: string): string =>
  text
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .replace(/"([^"]+)"|\b(lorem ipsum|AA)\b/gi, (_, quoted, word) => `\`${quoted ?? word}\``)

/** An example is shown as it stands in a file; nobody should take its words for those of this page. */
const code = (text: string): string =>
  `\`${text
    .replaceAll('`', "'")
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*/g, ' ')}\``
