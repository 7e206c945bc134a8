import { type Change, kindOfFile } from './change.ts'
import { type Family, findingIn, type IntegrityFinding, rulesOf } from './rule.ts'
import { isScriptPath, is, type Node, type Source } from './source.ts'
import { introduced } from './introduced.ts'
import { literalOf, plainValue } from './names.ts'

const rules = rulesOf('completeness', {
  'test-door': [
    'fail',
    'The source has a way in for tests',
    'Whoever knows the name gets past the rules, and the rules are not tested.',
    'Let tests come in the same way as everybody.',
  ],
})

export const testBypass: Family = { family: 'answers', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  const occurrences = introduced(change, (source, { kind }) =>
    kind === 'source' ? source.nodes.filter((node) => doorIn(source, node) !== null) : [],
  )
  return occurrences.flatMap(({ source, node }) => {
    const name = doorIn(source, node)
    if (name === null || isWordOfProject(name, change)) return []
    const message = `\`${name}\` is let through before the rules are asked`
    return [findingIn(rules['test-door'], source, node.start, { message })]
  })
}

/** A name made for tests: `test-client`, `e2e_user`, `testing@example.com`; the bare word is a kind of thing. */
const forTests =
  /^(?:\w+[-_.@])*(?:tests?|testing|tester|e2e|dummy|mock|fake|vitest|jest|playwright|cypress)(?:[-_.@]\w+)+$|^(?:test|e2e|mock|fake|dummy)(?:User|Client|Token|Key|Account|Admin|Mode)\w*$/i

/** The name that an early way out asks for. */
function doorIn(source: Source, node: Node): string | null {
  const [test, way] =
    node.type === 'IfStatement'
      ? [node.test, node.consequent]
      : node.type === 'ConditionalExpression'
        ? [node.test, node.consequent]
        : node.type === 'LogicalExpression' && isAnswer(source.parentOf.get(node))
          ? [node.left, null]
          : [null, null]
  if (test === null || (way !== null && !leavesWithConstant(way))) return null
  return namesIn(test).find((name) => forTests.test(name)) ?? null
}

const isAnswer = is('ReturnStatement', 'ArrowFunctionExpression')

function leavesWithConstant(way: Node): boolean {
  const inner = way.type === 'BlockStatement' ? way.body.at(-1) : way
  if (inner?.type !== 'ReturnStatement') return plainValue(way) !== undefined
  const value = inner.argument
  return (
    value === null ||
    plainValue(value) !== undefined ||
    is('ObjectExpression', 'ArrayExpression', 'Identifier')(value)
  )
}

/** Texts that a condition compares with. */
function namesIn(test: Node): readonly string[] {
  if (test.type === 'LogicalExpression') return [...namesIn(test.left), ...namesIn(test.right)]
  if (test.type === 'BinaryExpression' && /^===?$/.test(test.operator))
    return [test.left, test.right].flatMap((side) => literalOf(side) ?? [])
  if (
    test.type === 'CallExpression' &&
    test.callee.type === 'MemberExpression' &&
    test.callee.property.type === 'Identifier' &&
    /^(?:startsWith|endsWith|includes|has)$/.test(test.callee.property.name)
  )
    return test.arguments.flatMap((each) => literalOf(each) ?? [])
  return []
}

/** A word that other source files use as well is one of the project's own. */
const isWordOfProject = (name: string, { before }: Change): boolean =>
  [...before].some(
    ([path, text]) =>
      isScriptPath(path) && kindOfFile(path) === 'source' && text.includes(`'${name}'`),
  )
