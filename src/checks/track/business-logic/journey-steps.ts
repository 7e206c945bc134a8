import type { DocumentLine } from './lines.ts'

export type Exact = { readonly kind: 'label' | 'path' | 'name'; readonly text: string }

/** One numbered step of what a user does, in the words of the spec. */
export type Step = {
  readonly path: string
  readonly line: number
  readonly text: string
  /** Texts, paths and names that the step says word for word. */
  readonly exact: readonly Exact[]
  /** What a page is to show, and where a label is to lead, sentence by sentence. */
  readonly shown: readonly { readonly page: string; readonly label: string }[]
  readonly leads: readonly { readonly label: string; readonly path: string }[]
  /** Pages that are to lead to others, whatever the link is called. */
  readonly linked: readonly {
    readonly page: string
    readonly path: string
    /** What stands before it and may be what the link is called. */
    readonly label: string | null
  }[]
}

const journeys =
  /\b(?:journey|flow|scenario|stor(?:y|ies)|walk-?through|use cases?|steps|experience|how it works)\b/i
const others =
  /\b(?:tasks?|phases?|implementation|plan|requirements?|acceptance|criteria|rules?|priorit\w+|risks?|questions?|references?|out of scope|non-goals?|data|deploy\w*|migration|testing)\b/i

/** The numbered lists under a heading that speaks of users; without such a heading those that are about no other thing. */
export function stepsIn(lines: readonly DocumentLine[], spec: string): readonly Step[] {
  const numbered = lines.filter(
    ({ ordinal, parents, code }) => ordinal !== null && parents.length === 0 && code === null,
  )
  const reported = numbered.filter(({ headings }) =>
    headings.slice(1).some((heading) => journeys.test(heading)),
  )
  const chosen =
    reported.length > 0
      ? reported
      : numbered.filter(({ headings }) => !headings.some((heading) => others.test(heading)))
  const raw = spec.split(/\r?\n/)
  return chosen.length < 2
    ? []
    : chosen.map(({ path, line, text }) => ({
        path,
        line,
        text,
        exact: exactIn(raw[line - 1] ?? ''),
        ...promisesIn(raw[line - 1] ?? ''),
      }))
}

const label = String.raw`["“]([^"”]{2,40})["”]`
const path = '`(/[^`\\s{}:]*)`'

const labelled = new RegExp(`${label},?(?: \\w+){0,2} (?:leads?|links?) to ${path}`)

/** `/` shows "Start", which leads to `/plans`. */
function promisesIn(raw: string): Pick<Step, 'shown' | 'leads' | 'linked'> {
  const sentences = raw.split(/(?<=[.;])\s+/)
  return {
    shown: sentences.flatMap((sentence) => {
      const [, page = '', rest = ''] =
        new RegExp(
          `^(?:\\s*(?:[-*]|\\d+[.)]))?\\s*${path} (?:shows?|has|offers?|lists?)\\b(.*)`,
        ).exec(sentence) ?? []
      return page === ''
        ? []
        : [...rest.matchAll(new RegExp(label, 'g'))].map(([, text = '']) => ({ page, label: text }))
    }),
    linked: sentences.flatMap((sentence) => {
      const [, page = '', to = ''] =
        new RegExp(
          `^(?:\\s*(?:[-*]|\\d+[.)]))?\\s*${path}[^\`]*\\b(?:leads?|links?) to ${path}`,
        ).exec(sentence) ?? []
      const [, named = null] = labelled.exec(sentence) ?? []
      return page === '' ? [] : [{ page, path: to, label: named }]
    }),
    leads: sentences.flatMap((sentence) =>
      [
        ...sentence.matchAll(
          new RegExp(
            `${label},?(?: \\w+){0,2} (?:leads?|goes|links?|takes \\w+|brings \\w+) to ${path}`,
            'g',
          ),
        ),
      ].map(([, text = '', to = '']) => ({ label: text, path: to })),
    ),
  }
}

/** "Save", `/checkout`, `applyCoupon`. */
const exactIn = (raw: string): readonly Exact[] =>
  [
    ...[...raw.matchAll(/["“]([^"”]{2,40})["”]/g)].map(([, text = '']): Exact => ({
      kind: 'label',
      text,
    })),
    ...[...raw.matchAll(/`([^`]{1,60})`/g)].map(([, code = '']): Exact => {
      const text = code.replace(/^(?:GET|POST|PUT|PATCH|DELETE)\s+/, '').replace(/\(.*\)$/, '')
      return { kind: text.startsWith('/') ? 'path' : 'name', text }
    }),
    ...[...raw.matchAll(/(?<=\s)\/[a-z][\w/-]*/g)].map(([text]): Exact => ({ kind: 'path', text })),
  ].filter(({ text }) => text.length > 1 && !/^https?:/.test(text))
