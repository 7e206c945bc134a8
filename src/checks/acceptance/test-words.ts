import { rootOf, type Words, wordsIn } from '../../obligations/sentence-words.ts'
import { assertionsIn, namedFunctions } from '../integrity/assertions.ts'
import { numberOf } from '../integrity/names.ts'
import { below, type Node } from '../integrity/source.ts'
import type { CaseProof, ReadSource, TestFileProof } from './test-proof.ts'

/** What code speaks of by itself, comments left out. */
export type Spoken = {
  readonly words: ReadonlySet<string>
  /** Those of names alone, without texts. */
  readonly names: ReadonlySet<string>
  readonly numbers: ReadonlySet<number>
  readonly texts: readonly string[]
}

/** What a test speaks of: its title, and the names, texts and numbers of its body and its helpers. */
export type SpokenTest = Spoken & {
  readonly file: TestFileProof
  readonly test: CaseProof['test']
  readonly title: Words
  /** The words of its body and its helpers alone. */
  readonly used: ReadonlySet<string>
  /** It asserts that something is refused. */
  readonly throws: boolean
}

const throwing =
  /^(?:toThrow\w*|throws?(?:Async|Error)?|rejects?|assert\.(?:throws|rejects|throwsAsync))$/

export function spokenTest(file: TestFileProof, { test }: CaseProof): SpokenTest {
  const { source, call } = test
  // a title is no proof of its own numbers
  const own = [test.body ?? call, ...(test.rows ?? [])]
  const roots = [...own, ...helpersOf(own, test)]
  const title = wordsIn(test.title)
  const asserted = assertionsIn(source, call)
  const throws = asserted.some(
    ({ matcher, promise, negated }) =>
      !negated && (throwing.test(matcher) || promise === 'rejects'),
  )
  const spoken = spokenIn(roots.flatMap((root) => [...below(root)]))
  const words = new Set([...title.words, ...spoken.words])
  // what goes to a person, by whatever name
  if (
    asserted.some(({ matcher, args }) => throwing.test(matcher) && args.length > 0) ||
    ['stderr', 'stdout', 'output'].some((name) => words.has(rootOf(name)))
  )
    words.add(rootOf('message'))
  return { ...spoken, words, used: spoken.words, file, test, title, throws }
}

/** The declarations at the top of the file that a test uses, itself or through others. */
function helpersOf(own: readonly Node[], { source }: CaseProof['test']): readonly Node[] {
  const declared = new Map<string, Node>(namedFunctions(source))
  for (const statement of source.program.body)
    if (statement.type === 'VariableDeclaration')
      for (const each of statement.declarations)
        if (each.id.type === 'Identifier') declared.set(each.id.name, each)
  const matches = new Set<Node>(own)
  for (const root of matches)
    for (const node of below(root)) {
      const helper = node.type === 'Identifier' ? declared.get(node.name) : undefined
      if (helper !== undefined) matches.add(helper)
    }
  return [...matches].slice(own.length)
}

export const spokenBy = (paths: Iterable<string>, read: ReadSource): Spoken =>
  spokenIn([...paths].flatMap((path) => read(path)?.nodes ?? []))

function spokenIn(nodes: readonly Node[]): Spoken {
  const numbers = new Set<number>()
  const texts: string[] = []
  const names: string[] = []
  for (const node of nodes) {
    if (node.type === 'Identifier' || node.type === 'JSXIdentifier') names.push(node.name)
    if (node.type === 'TemplateElement') texts.push(node.value.cooked ?? '')
    if (node.type === 'JSXText') texts.push(node.value)
    const value = numberOf(node)
    if (value !== null) numbers.add(value)
    if (node.type !== 'Literal') continue
    if (typeof node.value === 'string') texts.push(node.value)
    else if ('regex' in node) texts.push(node.regex.pattern)
    else if (value === null) names.push(String(node.value))
  }
  for (const text of texts)
    for (const [digits] of text.matchAll(/-?\d+(?:\.\d+)?/g)) numbers.add(Number(digits))
  const { words } = wordsIn([...names, ...texts].join(' '))
  return { words, names: wordsIn(names.join(' ')).words, numbers, texts }
}
