import type { Comment } from './source.ts'

export type Directive = {
  readonly rule: 'types-suppressed' | 'lint-suppressed' | 'coverage-ignored'
  readonly what: string
  readonly reason: string
  /** Whether it covers a whole file or every rule. */
  readonly isBroad: boolean
}

/** A directive of each tool: what is told, and the part of the comment that gives the reason. */
const forms: readonly (readonly [
  rule: Directive['rule'],
  form: RegExp,
  isBroad: (groups: Readonly<Record<string, string | undefined>>) => boolean,
])[] = [
  [
    'types-suppressed',
    /^\/?\s*(?<what>@ts-(?:ignore|expect-error|nocheck))\b[:\s-]*(?<reason>[^]*)$/,
    ({ what }) => what === '@ts-nocheck',
  ],
  [
    'lint-suppressed',
    /^(?<what>(?:eslint|oxlint|tslint)[:-]disable(?:-next-line|-line|:next-line|:this-line)?)\b(?<names>(?:(?!\s--)[^])*)(?:\s--+\s(?<reason>[^]*))?$/,
    ({ names }) => (names ?? '').trim() === '',
  ],
  [
    'lint-suppressed',
    /^(?<what>biome-ignore)(?<all>-all|-start)?\b[^:]*:?(?<reason>[^]*)$/,
    ({ all }) => all !== undefined,
  ],
  [
    'coverage-ignored',
    /^(?<what>(?:istanbul|c8|v8|vitest|node:coverage)\s+(?:ignore|disable))\b\s*(?!stop)(?<part>next|file|if|else|start)?\s*\d*(?<reason>[^]*)$/,
    ({ part }) => part === 'file',
  ],
]

/** What a comment tells a tool, and the reason it gives in words. */
export function directiveIn({ value }: Comment): Directive | null {
  const text = value.replace(/^\s*\*+/gm, '').trim()
  for (const [rule, form, isBroad] of forms) {
    const groups = form.exec(text)?.groups
    if (groups === undefined) continue
    const { what = '', reason = '' } = groups
    return { rule, what, reason, isBroad: isBroad(groups) }
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
