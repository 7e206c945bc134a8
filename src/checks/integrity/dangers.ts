import type { Change } from './change.ts'
import { type Family, findingIn, type IntegrityFinding, rulesOf } from './rule.ts'
import { introduced } from './introduced.ts'
import { chainOf, dotted, literalOf } from './names.ts'
import { all, below, is, type Source, type Typed } from './source.ts'

const rules = rulesOf('completeness', {
  'query-from-values': [
    'fail',
    'A query is written with values in it',
    'Whoever writes a value can write the rest of the query as well.',
    'Hand the values over as parameters.',
  ],
  'command-from-values': [
    'fail',
    'A shell runs a command with values in it',
    'Whoever writes a value can write a command.',
    'Run the program itself and hand the values over as arguments.',
  ],
})

export const dangers: Family = { family: 'errors', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  return [...shells(change), ...queries(change)]
}

/** Commands with values in them, run by `exec` under another name. */
function shells(change: Change): readonly IntegrityFinding[] {
  const occurrences = introduced(change, (source, { kind }) => {
    if (kind !== 'source' && kind !== 'script') return []
    const names = shellNames(source)
    return names.size === 0
      ? []
      : all(source, 'CallExpression').filter(
          (call) =>
            names.has(dotted(call.callee)) &&
            call.arguments[0]?.type === 'TemplateLiteral' &&
            call.arguments[0].expressions.length > 0,
        )
  })
  return occurrences.map(({ source, node, kind }) =>
    findingIn(rules['command-from-values'], source, node.start, {
      message: 'a shell runs a command with values in it',
      ...(kind === 'script' ? { severity: 'warn' as const } : {}),
    }),
  )
}

const query = /^\s*(?:select\b[^]*\bfrom\b|insert\s+into\b|update\b[^]*\bset\b|delete\s+from\b)/i
/** Where a value stands in a query, and not the name of a table. */
const valuePlace = /(?:['"%]|[=<>]|\blike|\blimit|\boffset|\bin\s*\(|\bvalues\s*\()\s*$/i

/** Queries that are put together before they are handed over. */
function queries(change: Change): readonly IntegrityFinding[] {
  return introduced(change, (source, { kind }) =>
    kind === 'source'
      ? all(source, 'TemplateLiteral').filter((node) => isOpenQuery(node, source))
      : [],
  ).map(({ source, node }) =>
    findingIn(rules['query-from-values'], source, node.start, {
      message: 'a query is written with values in it',
    }),
  )
}

function isOpenQuery(node: Typed<'TemplateLiteral'>, source: Source): boolean {
  const up = source.parentOf.get(node)
  // a tag makes parameters of its values, and calls are looked at where all calls are
  if (is('TaggedTemplateExpression', 'CallExpression')(up)) return false
  if (!query.test(node.quasis.map(({ value }) => value.raw).join('?'))) return false
  return node.expressions.some((value, index) => {
    const isMark = [...below(value)].some(
      (each) =>
        literalOf(each) === '?' ||
        (is('Identifier')(each) && /[mM]ark|[pP]laceholder|^[A-Z_\d]+$/.test(each.name)),
    )
    return !isMark && valuePlace.test(node.quasis[index]?.value.raw ?? '')
  })
}

/** What `exec` is called in a file: by an import under another name, or made to give a promise. */
function shellNames(source: Source): ReadonlySet<string> {
  const own = source.module.staticImports
    .filter(({ moduleRequest }) => /^(?:node:)?child_process$/.test(moduleRequest.value))
    .flatMap(({ entries }) =>
      entries.flatMap(({ importName, localName }) =>
        /^(?:exec|execSync)$/.test(importName.name ?? '') ? [localName.value] : [],
      ),
    )
  const made = all(source, 'VariableDeclarator').flatMap(({ id, init }) =>
    id.type === 'Identifier' &&
    init?.type === 'CallExpression' &&
    chainOf(init.callee).at(-1) === 'promisify' &&
    (own.includes(dotted(init.arguments[0])) ||
      /\.(?:exec|execSync)$/.test(dotted(init.arguments[0])))
      ? [id.name]
      : [],
  )
  // the plain names are looked at where all calls are
  return new Set([...own.filter((name) => !/^(?:exec|execSync)$/.test(name)), ...made])
}
