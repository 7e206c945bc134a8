import { literalOf } from '../../../integrity/names.ts'
import { is } from '../../../integrity/source.ts'
import { isSecretName } from '../../../secrets/find-secrets.ts'
import {
  holdsUnless,
  type Issue,
  notApplicable,
  type Part,
  type Pass,
  undecided,
  unmet,
} from '../../evaluation.ts'
import { issueAt, type Project } from '../project.ts'
import { exposedPart } from './exposed.ts'
import { secretsPart } from './secrets.ts'
import { careOf } from './care.ts'
import { listedNames, type VariableUse, variablesIn } from './variables.ts'

/** Names that platforms and tools set, and those that everybody knows. */
const given =
  /^(?:NODE_ENV|PORT|HOST|HOSTNAME|CI|TZ|LANG|HOME|PATH|PWD|USER|SHELL|TMPDIR|DEBUG|LOG_LEVEL|MODE|DEV|PROD|SSR|BASE_URL|npm_\w+|VERCEL\w*|NEXT_RUNTIME|NETLIFY\w*|RENDER\w*|FLY_\w+|K_SERVICE|GITHUB_\w+|VITEST\w*|JEST_\w+|NODE_TEST_CONTEXT|NO_COLOR|FORCE_COLOR)$/

/** Pass 5: variables, secrets and what happens without them. */
export function environmentPass(project: Project): Pass {
  const uses = project.touched
    .flatMap((source) => variablesIn(project, source))
    .filter(({ name }) => !given.test(name))
  return {
    number: 5,
    name: 'Environment configuration',
    parts: [
      documentedPart(project, uses),
      secretsPart(project),
      exposedPart(project, uses),
      missingPart(project, uses),
      ...separationParts(project, uses),
    ],
  }
}

const nothing = 'touched code reads no variable of its own'

function documentedPart({ facts }: Project, uses: readonly VariableUse[]): Part {
  const about = 'every variable of the environment is in .env.example or another document'
  if (uses.length === 0) return notApplicable('documented-variables', about, nothing)
  const documents = [...facts.files].filter(
    ([path]) => isDocument(path) && !path.startsWith(facts.folder),
  )
  const isDocumented = (name: string) =>
    documents.some(([, text]) => new RegExp(`(?<![A-Z0-9_])${name}(?![A-Z0-9_])`).test(text))
  const missing = [...Map.groupBy(uses, ({ name }) => name)].flatMap(([name, [first]]) =>
    first === undefined || isDocumented(name) ? [] : [first],
  )
  return holdsUnless('documented-variables', about, {
    issues: missing.map(({ source, node, name }) =>
      issueAt(
        source,
        node,
        `${name} is in no .env.example and in no document`,
        `Add ${name} to .env.example with a placeholder and a line about it`,
      ),
    ),
    reason: `${new Set(uses.map(({ name }) => name)).size} variables are documented`,
  })
}

/** Files that tell people what to set; the files of tracks speak of plans. */
const isDocument = (path: string): boolean =>
  (/(?:^|\/)[\w.-]*env[\w.-]*(?:example|sample|template|dist|defaults?|schema)|(?:example|sample|template)[\w.-]*env/i.test(
    path,
  ) ||
    /\.md$|(?:^|\/)(?:docker-)?compose[\w.-]*\.ya?ml$|(?:^|\/)(?:render|app|serverless)\.ya?ml$|(?:^|\/)(?:fly|wrangler|netlify)\.toml$|(?:^|\/)app\.json$|\.dev\.vars/.test(
      path,
    )) &&
  !/(?:^|\/)conductor\/tracks\//.test(path)

/** A missing variable stops the program with its name, instead of becoming "undefined" somewhere. */
function missingPart(project: Project, uses: readonly VariableUse[]): Part {
  const id = 'missing-variables'
  const about = 'a missing variable is noticed and named'
  if (uses.length === 0) return notApplicable(id, about, nothing)
  const listed = listedNames(project)
  const everywhere = Map.groupBy(
    project.product.flatMap((source) => variablesIn(project, source)),
    ({ name }) => name,
  )
  const isChecked = (name: string) =>
    listed.has(name) ||
    (everywhere.get(name) ?? []).some((use) => careOf(project, use) === 'checked')
  const open = uses.filter(({ name }) => !isChecked(name))
  const wrong = open.filter((use) => careOf(project, use) === 'unchecked')
  const issues: readonly Issue[] = [
    ...wrong.map(({ source, node, name }) =>
      issueAt(
        source,
        node,
        `without ${name} the code goes on with "undefined"`,
        `Check ${name} when the program starts and stop with a message that names it`,
      ),
    ),
    ...uses
      .filter(hasPlainFallback)
      .map(({ source, node, name }) =>
        issueAt(
          source,
          node,
          `without ${name} a secret that everybody can read is used`,
          `Let the program stop when ${name} is missing`,
        ),
      ),
  ]
  if (issues.length === 0 && open.length === uses.length)
    return undecided(
      id,
      about,
      `look what happens without ${[...new Set(open.map(({ name }) => name))].join(', ')}`,
    )
  return holdsUnless(id, about, {
    issues,
    reason: `${uses.length - open.length} reads of variables are checked or have a fallback`,
  })
}

const local = /^(?:https?|wss?):\/\/(?:localhost|127\.|0\.0\.0\.0|\[::1\]|[\w-]+(?::\d+)?(?:\/|$))/

/** Who sets nothing must not reach the servers of customers: the example of a variable is a server of one's own. */
function separationParts(project: Project, uses: readonly VariableUse[]): readonly Part[] {
  const examples = new Map(
    [...project.facts.files]
      .filter(([path]) => /(?:^|\/)\.?env[\w.-]*(?:example|sample|template|dist)/i.test(path))
      .flatMap(([, text]) => [
        ...text.matchAll(/^\s*(?:export\s+)?([A-Z]\w*)\s*=\s*["']?([^"'\n]*)/gm),
      ])
      .map(([, name = '', value = '']) => [name, value] as const),
  )
  const issues = uses.flatMap((use) => {
    const fallback = fallbackOf(use)
    const isElsewhere = /^https?:\/\//.test(fallback) && !local.test(fallback)
    return isElsewhere && local.test(examples.get(use.name) ?? '')
      ? [
          issueAt(
            use.source,
            use.node,
            `without ${use.name} everybody talks to ${fallback}, also who only tries the project`,
            `Let ${use.name} be unset, or fall back on ${examples.get(use.name)}`,
          ),
        ]
      : []
  })
  return issues.length === 0
    ? []
    : [unmet('environments-apart', 'environments are kept apart', issues)]
}

/** `process.env.JWT_SECRET ?? 'secret'`. */
const hasPlainFallback = (use: VariableUse): boolean =>
  isSecretName(use.name) && !/production/.test(use.source.text) && fallbackOf(use) !== ''

function fallbackOf({ source, node }: VariableUse): string {
  const up = source.parentOf.get(node)
  const fallback =
    is('LogicalExpression')(up) && up.left === node
      ? up.right
      : is('Property')(node) && is('AssignmentPattern')(node.value)
        ? node.value.right
        : null
  return literalOf(fallback) ?? ''
}
