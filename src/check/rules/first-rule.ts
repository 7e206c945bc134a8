import { OwnRule, type SubjectKind } from '../../model/own-rule.ts'
import { ok, type Result, usageError } from '../../model/result.ts'

type Wanted = { readonly id: string; readonly on: SubjectKind; readonly isModule: boolean }

type FirstRule = {
  readonly yaml: string
  readonly module: { readonly path: string; readonly text: string } | null
}

/** A rule to begin with, with words that explain it; its examples behave. */
export function firstRule({ id, on, isModule }: Wanted): Result<FirstRule> {
  const probe = OwnRule.safeParse({
    id,
    about: 'about',
    on: 'text',
    pattern: 'b',
    passes: 'a',
    fails: 'b',
  })
  if (!probe.success)
    return usageError(
      `"${id}" ${probe.error.issues[0]?.message ?? 'is no id'}`,
      'such as: loopwright rules new shop/price-has-currency',
    )
  const path = `loopwright.rules/${id.replaceAll('/', '-')}.mjs`
  const { look, passes, fails } = isModule
    ? { look: `    module: ${path}`, ...(on === 'change' ? changes : texts) }
    : starts[on]
  const yaml = `# Rules of your own: docs/rules.md of Loopwright explains every line. Try them with: loopwright rules test
rules:
  - id: ${id}
    # one sentence; reports show it
    about: ${isModule ? 'Nothing waits to be done' : starts[on].about}
    # what it looks at: page, code, change, openapi, config, docs, design or text
    on: ${on}
    # only some files, if you like:
    # files: ["src/**"]
    # error blocks, warning and info advise; power: blocks | advises | off says otherwise
    severity: error
${look}
    # what to do about a finding, if you like:
    # fix: Do it, or open an issue
    # one example that it passes, and one in which it finds something: without them no rule speaks
    passes: ${passes}
    fails: ${fails}
`
  return ok({ yaml, module: isModule ? { path, text: moduleText } : null })
}

type Start = {
  readonly about: string
  readonly look: string
  readonly passes: string
  readonly fails: string
}

const texts = { passes: 'All is done.', fails: 'TODO finish this.' }
const changes = {
  passes: '{ before: { a.txt: one }, after: { a.txt: two } }',
  fails: '{ before: { a.txt: one }, after: { a.txt: TODO two } }',
}
const pattern = `    # a regular expression, also as /…/i; each place where it matches is a finding
    pattern: '\\bTODO\\b'`

const starts: Readonly<Record<SubjectKind, Start>> = {
  text: { about: 'Nothing waits to be done', look: pattern, ...texts },
  docs: { about: 'Nothing waits to be done', look: pattern, ...texts },
  change: { about: 'A change leaves nothing to be done', look: pattern, ...changes },
  page: {
    about: 'Every picture says what it shows',
    look: `    # a CSS selector, and what must hold of each element it finds
    selector: img
    must: { attribute: alt, match: '\\S' }`,
    passes: `'<img src="a.png" alt="Our shop">'`,
    fails: `'<img src="a.png" alt="">'`,
  },
  code: {
    about: 'Nothing is written to the console',
    look: `    # a query of the syntax tree (esquery); each node it finds is a finding
    syntax: 'CallExpression[callee.object.name="console"]'`,
    passes: 'log.info(order.id)',
    fails: 'console.log(order.id)',
  },
  openapi: {
    about: 'Every operation has a summary',
    look: `    # a JSON pointer; * is any member, ** any depth
    path: /paths/*/*/summary
    must: exist`,
    passes: '"paths: { /books: { get: { summary: List books } } }"',
    fails: '"paths: { /books: { get: {} } }"',
  },
  config: {
    about: 'Images name their version',
    look: `    # a JSON pointer; * is any member, ** any depth
    path: /services/*/image
    must: { match: ':\\d' }`,
    passes: '"services: { web: { image: nginx:1.27 } }"',
    fails: '"services: { web: { image: nginx } }"',
  },
  design: {
    about: 'The design has a goal',
    look: `    # a JSON pointer; * is any member, ** any depth
    path: /goals/0
    must: exist`,
    passes: `'{ "goals": ["Sell books"] }'`,
    fails: `'{ "goals": [] }'`,
  },
}

const moduleText = `// A rule as a small program. It runs in the sandbox, without a network, for at most 10 seconds.
// It reads { kind, path, text } from its standard input; of a change { kind, files: [{ path, before, after }] }.
// It prints { findings: [{ message?, line?, column?, path?, evidence? }] }.
import { readFileSync } from 'node:fs'

const subject = JSON.parse(readFileSync(0, 'utf8'))
const files = subject.files ?? [{ path: subject.path, before: null, after: subject.text }]
const findings = files.flatMap(({ path, after }) =>
  (after ?? '').split('\\n').flatMap((line, index) =>
    line.includes('TODO') ? [{ path, line: index + 1, evidence: line.trim() }] : [],
  ),
)
process.stdout.write(JSON.stringify({ findings }))
`
