import { counted } from '../../../../model/counted.ts'
import { type Corrected, corrected, type Edit } from '../correction.ts'
import { scan } from '../scan.ts'
import { isBlank, type Token } from '../token.ts'

/** `declare module some-package {` needs quotes; `declare module Name {` is a namespace and needs none. */
export function fixUnquotedModuleDeclarations(code: string): Corrected {
  const tokens = scan(code)
  const edits = tokens.flatMap((token, index): readonly Edit[] => {
    if (token.kind !== 'word' || code.slice(token.start, token.end) !== 'declare') return []
    const name = moduleName(code, tokens, index)
    return name === null || !isPackage(code, tokens, name)
      ? []
      : [{ start: name.start, end: name.end, text: `'${code.slice(name.start, name.end)}'` }]
  })
  return corrected(code, edits, (count) => `quotes around ${counted(count, 'module name')}`)
}

type Name = { readonly start: number; readonly end: number }

function moduleName(code: string, tokens: readonly Token[], declare: number): Name | null {
  const first = tokens.slice(declare + 1, declare + 6).find((token) => !isBlank(token))
  if (first?.kind !== 'word' || code.slice(first.start, first.end) !== 'module') return null
  const match = /^([ \t]+)([@*.~\w$][\w$./*@~:-]*?)[ \t]*(?:\{|;|\r?\n|$)/.exec(
    code.slice(first.end),
  )
  if (match === null) return null
  const [, gap = '', name = ''] = match
  const start = first.end + gap.length
  return { start, end: start + name.length }
}

function isPackage(code: string, tokens: readonly Token[], { start, end }: Name): boolean {
  const name = code.slice(start, end)
  if (/[@*/~:-]/.test(name)) return true
  // capitals and dots are how namespaces are named
  if (!/^[a-z][a-z\d_$]*$/.test(name)) return false
  return !isUsedAsNamespace(code, tokens, name)
}

/** `name.member` somewhere in the code shows that it is no package. */
const isUsedAsNamespace = (code: string, tokens: readonly Token[], name: string): boolean =>
  tokens.some(
    ({ kind, start, end }) =>
      kind === 'word' && code.slice(start, end) === name && code[end] === '.',
  )
