import { isBuiltin } from 'node:module'
import type { DemandCheck } from '../../obligations/demand.ts'
import { type Answer, met, undecided, unmet } from '../../obligations/examine.ts'
import { stem } from '../../obligations/glue.ts'
import { lineAt } from '../content/exam.ts'
import type { Code } from './code.ts'
import { isScript } from './code-units.ts'
import { importsOf } from './layout.ts'
import type { Member } from './members.ts'
import { is } from '../integrity/source.ts'

/** The language a file is written in. */
export function languageAnswer(name: string, code: Code, plain: string): Answer {
  const languages = new Set(code.units.map(({ language }) => language))
  const isModule = /^\s*(?:import|export)\b/m.test(plain)
  const holds =
    name === 'python'
      ? languages.has('py')
      : name === 'typescript'
        ? languages.has('ts') || languages.has('tsx')
        : name === 'javascript'
          ? languages.has('js') || languages.has('jsx')
          : name === 'commonjs'
            ? code.units.some(isScript) && !isModule && /\bmodule\.exports|\bexports\./.test(plain)
            : code.units.some(isScript) && isModule
  return (holds ? met : unmet)(
    `the code is ${[...languages].join(', ')}${isModule ? ', a module' : ''}`,
  )
}

/** What a file of code has or has not, whatever it is called. */
export function partAnswer(name: string, code: Code, plain: string): Answer {
  if (name === 'dependencies') {
    const foreign = code.parsed
      .flatMap((one) => importsOf(one))
      .find(({ specifier }) => !/^[./#]/.test(specifier) && !isBuiltin(specifier))
    if (foreign !== undefined) return met(`it imports ${foreign.specifier}`)
    return code.parsed.length > 0 || !/^\s*(?:import|from)\s/m.test(plain)
      ? unmet('it imports no package')
      : undecided('which Python modules come with Python is not known here')
  }
  if (name === 'comments') {
    const count = code.parsed.reduce((sum, { comments }) => sum + comments.length, 0)
    if (code.parsed.length === 0) return undecided('comments are only counted in scripts')
    return (count > 0 ? met : unmet)(`it has ${count} comments`)
  }
  const kinds: Readonly<Record<string, RegExp>> = {
    classes: /^Class/,
    loops: /^(?:For|While|DoWhile)/,
    'default export': /^ExportDefault/,
    'default exports': /^ExportDefault/,
  }
  const kind = kinds[name]
  if (code.parsed.length === 0) return undecided(`${name} are only looked for in scripts`)
  for (const { nodes, text } of code.parsed) {
    const at = nodes.find((node) =>
      kind === undefined ? is('Literal')(node) && 'regex' in node : kind.test(node.type),
    )
    if (at !== undefined) return met(`it has ${name}`, `line ${lineAt(text, at.start)}`)
  }
  return unmet(`it has no ${name}`)
}

/** How many functions or lines there are. */
export function limitAnswer(
  { name, bound, value }: Extract<DemandCheck, { type: 'limit' }>,
  { text, names }: { readonly text: string; readonly names: readonly Member[] },
): Answer {
  if (stem(name) === 'function') {
    const own = new Set(
      names
        .filter((one) => one.isPublic && one.owner === null && one.body !== null)
        .map((one) => one.name),
    )
    if (own.size === value || (bound === 'least' && own.size > value))
      return met(`it has ${[...own].join(', ')}`)
    return own.size < value && bound !== 'most' && own.size > 0
      ? unmet(`it has only ${own.size} of ${value} functions: ${[...own].join(', ')}`)
      : undecided(`${own.size} functions can be used from outside`)
  }
  if (stem(name.split(' ').at(-1) ?? '') !== 'line')
    return undecided(`how many ${name} there are cannot be counted here`)
  const count = text.replace(/\n+$/, '').split('\n').length
  const holds =
    bound === 'most' ? count <= value : bound === 'least' ? count >= value : count === value
  return (holds ? met : unmet)(`it has ${count} lines`)
}
