import { chainOf } from '../../integrity/names.ts'
import { all, type Source } from '../../integrity/source.ts'
import type { Issue } from '../evaluation.ts'
import { importsOf } from '../imports.ts'
import { issueAt, type TrackCode } from '../track-code.ts'

/** A sentence of the documents that keeps some files away from others. */
type Boundary = {
  readonly text: string
  readonly where: string
  readonly from: readonly Term[]
  readonly to: readonly Term[]
}

/** A path, or a word that parts of paths are named by. */
type Term = { readonly path: string } | { readonly word: string }

const documents =
  /^(?:conductor\/[^/]+|docs\/[^/]+|README|ARCHITECTURE|CONTRIBUTING|AGENTS|CLAUDE)\.md$/i
const verbs = 'imports?|depends? on|talks? to|uses?|calls?|knows?|reach(?:es)?|access(?:es)?|loads?'
const forbids = new RegExp(
  String.raw`^(.*?)\b(?:(?:never|(?:do|does|must|may|should|can)(?:n't| not)|cannot) (?:\w+ly )?(?:${verbs})|(?:${verbs}) nothing (?:from|of|in))\b(.*)$`,
  'i',
)
/** Elsewhere words such as "users" speak of people, not of files. */
const ofCode = /tech|architecture|convention|contributing|agents|claude|style/i
const exceptions = /\b(?:but|except|only|other than|unless|apart from|through|via)\b.*$/i

/** Imports of the track that the documents of the project forbid. */
export function againstDocuments(code: TrackCode): readonly Issue[] {
  const boundaries = [...code.facts.files]
    .filter(([path]) => documents.test(path))
    .flatMap(([path, text]) => boundariesIn(path, text))
  return boundaries.flatMap(({ text, where, from, to }) =>
    code
      .touched('source')
      .filter(({ path }) => from.some((term) => isAt(term, path)))
      .flatMap((source) => crossings(code, source, to))
      .map(({ source, place }) =>
        issueAt(source, place, `"${text}" (${where}) is not kept`, 'go the way that is allowed'),
      ),
  )
}

function boundariesIn(path: string, text: string): readonly Boundary[] {
  return text.split('\n').flatMap((line, index) =>
    line.split(/(?<=[.;:])\s+/).flatMap((sentence): readonly Boundary[] => {
      const [, subject = '', object = ''] = forbids.exec(sentence) ?? []
      const from = termsIn(path, subject)
      const to = termsIn(path, object.replace(exceptions, ''))
      return from.length === 0 || to.length === 0
        ? []
        : [{ text: sentence.trim(), where: `${path}:${index + 1}`, from, to }]
    }),
  )
}

/** The paths of a text; without any its last word. */
function termsIn(document: string, text: string): readonly Term[] {
  const paths = [...text.matchAll(/`([\w@.-]+(?:\/[\w@.*-]+)+)\/?`/g)].map(([, path = '']) => ({
    path: path.replace(/\/\*+$/, ''),
  }))
  const word = /([a-z]{4,})\W*$/i.exec(text)?.[1]
  return paths.length > 0 || word === undefined || !ofCode.test(document)
    ? paths
    : [{ word: singular(word.toLowerCase()) }]
}

const singular = (word: string): string => word.replace(/(?<=[^s])s$/, '')

const isAt = (term: Term, path: string): boolean =>
  'path' in term
    ? path === term.path || path.startsWith(`${term.path}/`)
    : path
        .replace(/\.\w+$/, '')
        .split(/[/.]/)
        .some((part) => singular(part.toLowerCase()) === term.word)

type Crossing = { readonly source: Source; readonly place: { readonly start: number } }

/** Imports of what is forbidden, and calls of it where it was handed in. */
function crossings(code: TrackCode, source: Source, to: readonly Term[]): readonly Crossing[] {
  const imports = importsOf(code, source.path).filter(
    (each) => each.target !== null && to.some((term) => isAt(term, each.target ?? '')),
  )
  const calls = all(source, 'CallExpression').filter(({ callee }) => {
    const owners = chainOf(callee).slice(0, -1)
    return owners.some((name) =>
      to.some((term) => 'word' in term && term.word === name.toLowerCase()),
    )
  })
  return [...imports, ...calls]
    .filter((place) => code.isOwn(source, place))
    .slice(0, 1)
    .map((place) => ({ source, place }))
}
