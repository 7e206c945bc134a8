import type { FileTree } from '../../model/file-tree.ts'
import { kindOfFile } from '../integrity/change.ts'
import { chainOf, keyName, literalOf, memberName } from '../integrity/names.ts'
import { all, is, type Node, type Source } from '../integrity/source.ts'
import { schemasIn } from './code-quality/schemas.ts'
import { parserOf } from './parse-once.ts'

/** JSON with all that the code reads of answers: what a server that works would send. */
export async function upstreamAnswer(files: FileTree): Promise<string> {
  const parse = await parserOf(files)
  const fields = [...files]
    .filter(([path, text]) => kindOfFile(path) === 'source' && /\.json\(\)|\.data\b/.test(text))
    .flatMap(([path, text]) => {
      const source = parse(path, text)
      return source === null || source.broken || !asksOthers(source) ? [] : fieldsRead(source)
    })
  return JSON.stringify(Object.fromEntries(fields))
}

const asksOthers = (source: Source): boolean =>
  all(source, 'CallExpression').some(({ callee, arguments: [target] }) => {
    const name = chainOf(callee).at(-1) ?? ''
    return (
      /fetch|axios|^got$|^ky$|^request$/i.test(name) && literalOf(target)?.startsWith('/') !== true
    )
  })

const samples: Readonly<Record<string, unknown>> = {
  number: 1000,
  boolean: true,
  string: 'answer-1',
}

function fieldsRead(source: Source): readonly (readonly [string, unknown])[] {
  const bodies = new Set(
    all(source, 'VariableDeclarator').flatMap(({ id, init }) => {
      const value = is('AwaitExpression')(init) ? init.argument : init
      return is('Identifier')(id) && is('CallExpression')(value) && isBody(value) ? [id.name] : []
    }),
  )
  const isIt = (node: Node | null | undefined): boolean =>
    (is('Identifier')(node) &&
      (bodies.has(node.name) || /^(?:body|data|json|payload)$/.test(node.name))) ||
    (is('AwaitExpression')(node) && isBody(node.argument))
  const names = source.nodes.flatMap((node): readonly string[] => {
    if (is('BinaryExpression')(node) && node.operator === 'in') return [literalOf(node.left) ?? '']
    if (is('MemberExpression')(node) && !node.computed && isIt(node.object))
      return [memberName(node)]
    return is('VariableDeclarator')(node) && is('ObjectPattern')(node.id) && isIt(node.init)
      ? node.id.properties.flatMap((each) => (is('Property')(each) ? [keyName(each.key)] : []))
      : []
  })
  const ofSchemas = schemasIn(source).flatMap(({ fields }) =>
    [...fields].map(([name, { kind }]) => [name, samples[kind] ?? samples['string']] as const),
  )
  return [
    ...names
      .filter((name) => name !== '' && !/^(?:length|then|map|filter|errors?)$/.test(name))
      .map((name) => [name, samples[typeAsked(source, name)]] as const),
    ...ofSchemas,
  ]
}

const isBody = (node: Node): boolean =>
  is('CallExpression')(node) && chainOf(node.callee).at(-1) === 'json'

/** The type that code compares with: `typeof boxes !== 'number'`, `Number.isInteger(boxes)`, `boxes: number`. */
function typeAsked(source: Source, name: string): string {
  const asked = new RegExp(
    String.raw`typeof (?:\w+\.)*${name} [!=]==? ['"](number|string|boolean)['"]|Number\.\w+\((?:\w+\.)*(${name})\)|\b${name}\??: (number|string|boolean)\b`,
  ).exec(source.text)
  return asked?.[1] ?? asked?.[3] ?? (asked?.[2] === undefined ? 'string' : 'number')
}
