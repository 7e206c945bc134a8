import { isBuiltin } from 'node:module'
import { type Answer, met, undecided, unmet } from '../../obligations/examine.ts'
import { lineAt } from '../content/exam.ts'
import type { Code } from './code.ts'
import { isScript } from './code-units.ts'
import { importsOf } from './layout.ts'
import { walk } from './syntax.ts'

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
  for (const { program, unit } of code.parsed)
    for (const { node } of walk(program)) {
      const found = kind?.test(node.type) ?? (node.type === 'Literal' && 'regex' in node)
      if (found) return met(`it has ${name}`, `line ${lineAt(unit.content, node.start)}`)
    }
  return unmet(`it has no ${name}`)
}
