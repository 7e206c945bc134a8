/** One line of a track's spec that says what is wanted. */
export type SpecLine = {
  readonly text: string
  readonly line: number
  /** The headings around it, the outermost first. */
  readonly headings: readonly string[]
  /** The number of an item of a numbered list. */
  readonly ordinal: number | null
  readonly isItem: boolean
}

export type Endpoint = {
  /** In lower case. */
  readonly method: string
  /** With parameters in braces. */
  readonly path: string
  /** Everything that its line says. */
  readonly text: string
  readonly line: number
  readonly headings: readonly string[]
}

const aside =
  /^(?:out[- ]of[- ]scope|non[- ]?goals?|not in scope|excluded|exclusions|dependenc(?:y|ies)|references?|links?|related(?: tracks?)?|background|risks?|future(?: work| considerations)?|open questions|later|glossary|assumptions)\b/i

/** The lines of a spec without code, asides and what is out of scope. */
export function specLines(spec: string): readonly SpecLine[] {
  const lines: SpecLine[] = []
  let headings: { readonly depth: number; readonly text: string }[] = []
  let isCode = false
  for (const [index, raw] of spec.split(/\r?\n/).entries()) {
    if (/^\s*(?:```|~~~)/.test(raw)) isCode = !isCode
    const [, marks = '', heading = ''] = /^(#{1,6})\s+(.*?)\s*#*$/.exec(raw) ?? []
    if (marks !== '' && !isCode) {
      headings = [
        ...headings.filter(({ depth }) => depth < marks.length),
        { depth: marks.length, text: heading.replace(/^[\d.]+\s+/, '') },
      ]
      continue
    }
    const text = raw.replace(/^\s*(?:[-*+•]|\d+[.)])\s+(?:\[[ xX]\]\s+)?/, '').trim()
    if (isCode || text === '' || headings.some((each) => aside.test(each.text))) continue
    lines.push({
      text,
      line: index + 1,
      headings: headings.map((each) => each.text),
      ordinal: Number(/^\s*(\d+)[.)]\s/.exec(raw)?.[1] ?? Number.NaN) || null,
      isItem: /^\s*(?:[-*+•]|\d+[.)])\s/.test(raw),
    })
  }
  return lines
}

const methodAndPath =
  /\b(GET|POST|PUT|PATCH|DELETE|HEAD)(?:\s*[`*|]*\s*)+(?:https?:\/\/[^/\s`]+)?(\/[\w\-./:{}[\]<>*~]*)/g
const pathAndMethod = /^\|?\s*`?(\/[\w\-./:{}[\]<>]*)`?\s*\|\s*`?(GET|POST|PUT|PATCH|DELETE)\b/

/** The endpoints that a spec names as `GET /books/:id`, in text or in tables. */
export function endpointsIn(lines: readonly SpecLine[]): readonly Endpoint[] {
  const result = lines.flatMap(({ text, line, headings }) => {
    const named = [...text.matchAll(methodAndPath)].map(([, method = '', path = '']) => ({
      method,
      path,
    }))
    const [, path, method] = pathAndMethod.exec(text) ?? []
    const all = path === undefined || method === undefined ? named : [...named, { method, path }]
    return all
      .filter(({ path: own }) => !isAbsent(text, own))
      .map((each) => ({
        method: each.method.toLowerCase(),
        path: plainRoute(each.path.replace(/[.:]+$/, '')),
        text,
        line,
        headings,
      }))
  })
  return result
}

/** "`GET /nowhere` is 404": what must not be there. */
const isAbsent = (text: string, path: string): boolean =>
  /^`?\s+(?:answers?|returns?|responds?|gives?|is)\s+(?:with\s+)?(?:a\s+)?(?:status\s+(?:code\s+)?)?`?4(?:04|10)`?(?:\s+not found)?[.\s]*$/i.test(
    text.slice(text.indexOf(path) + path.length),
  )

/** `/books/:id`, `/books/[id]`, `/books/<id>` and `/books/{id}` as `/books/{id}`. */
export const plainRoute = (path: string): string => {
  const plain = path
    .replaceAll(/:([A-Za-z_]\w*)(?:\([^)]*\)|\{[^}]*\})?[?*+]?/g, '{$1}')
    .replaceAll(/\[+(?:\.{3})?(\w+)\]+/g, '{$1}')
    .replaceAll(/<(?:\w+:)?(\w+)>/g, '{$1}')
    .replaceAll(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '')
  return plain.startsWith('/') ? plain : `/${plain}`
}

/** Whether two routes answer the same requests, whatever their parameters are called. */
export const sameRoute = (one: string, other: string): boolean => shapeOf(one) === shapeOf(other)

/** Ids that stand in a path, `/patients/1`, are parameters. */
const shapeOf = (path: string): string =>
  path
    .replaceAll(/\{[^}]*\}|(?<=\/)(?:\d+|[0-9a-f]{8}-[0-9a-f-]{27})(?=\/|$)/gi, '{}')
    .toLowerCase()

/** The words of a text between quotes of code. */
export const quotedIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
