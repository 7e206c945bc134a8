import type { Comment } from './source.ts'

export type Directive = {
  readonly rule: 'types-suppressed' | 'lint-suppressed' | 'coverage-ignored'
  readonly what: string
  readonly reason: string
  /** Whether it covers a whole file or every rule. */
  readonly isBroad: boolean
}

/** What a comment tells a tool, and the reason it gives in words. */
export function directiveIn({ value }: Comment): Directive | null {
  const text = value.replace(/^\s*\*+/gm, '').trim()
  const types = /^\/?\s*@ts-(ignore|expect-error|nocheck)\b[:\s-]*(.*)$/s.exec(text)
  if (types !== null)
    return {
      rule: 'types-suppressed',
      what: `@ts-${types[1] ?? ''}`,
      reason: types[2] ?? '',
      isBroad: types[1] === 'nocheck',
    }
  const lint =
    /^(eslint|oxlint|tslint)[:-]disable(-next-line|-line|:next-line|:this-line)?\b([^]*)$/.exec(
      text,
    )
  if (lint !== null) {
    const [names = '', ...reason] = (lint[3] ?? '').split(/\s--+\s/)
    return {
      rule: 'lint-suppressed',
      what: `${lint[1] ?? ''}-disable${lint[2] ?? ''}`,
      reason: reason.join(' '),
      isBroad: names.trim() === '',
    }
  }
  const biome = /^biome-ignore(-all|-start)?\b([^:]*):?([^]*)$/.exec(text)
  if (biome !== null)
    return {
      rule: 'lint-suppressed',
      what: 'biome-ignore',
      reason: biome[3] ?? '',
      isBroad: biome[1] !== undefined,
    }
  const coverage =
    /^(?:istanbul|c8|v8|vitest|node:coverage)\s+(?:ignore|disable)\b\s*(next|file|if|else|start|stop)?\s*\d*([^]*)$/.exec(
      text,
    )
  if (coverage !== null && coverage[1] !== 'stop')
    return {
      rule: 'coverage-ignored',
      what: text.slice(0, 30),
      reason: coverage[2] ?? '',
      isBroad: coverage[1] === 'file',
    }
  return null
}

const excuses =
  /\b(?:fix(?:me)? later|todo|fixme|hack|temporary|temp|for now|make it (?:compile|work|pass)|quick fix|ignore (?:this|error|it)|shut up|silence|suppress|legacy|whatever|just because|to pass|type error|ts error|lint)\b/i

/** A reason is a few words that say more than that the tool complained. */
export function isReason(text: string): boolean {
  const words = text.match(/\p{L}{2,}/gu) ?? []
  return words.length >= 4 && (words.length >= 8 || !excuses.test(text))
}
