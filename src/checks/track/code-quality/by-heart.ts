import { answers } from '../../integrity/answers.ts'
import { entriesOf, tablesIn, unquoted } from '../../integrity/answer-tables.ts'
import { lineAt } from '../../integrity/source.ts'
import { type Part, unmet } from '../evaluation.ts'
import { issueOfFinding, type TrackCode } from '../track-code.ts'

const example =
  /`([A-Za-z_$][\w$.]*\([^`]*\))`\s*(?:is|returns|gives|equals|===?|→|=>)\s*`?([^\s`,;()]+?)[`.]?(?=[\s,;(]|$)/gm

/** Code that knows the examples of the tests, or of the spec, and no other input. */
export function byHeart(code: TrackCode): readonly Part[] {
  const { change, facts } = code
  const path = 'examples-of-the-spec.test.js'
  const asked = [...facts.spec.matchAll(example)]
    .map(([, call, result]) => `test('it', () => expect(${call}).toBe(${result}))`)
    .filter((line) => change.parse(path, line)?.broken === false)
    .join('\n')
  const spec = asked === '' ? null : change.parse(path, asked)
  const results = answers
    .look({
      ...change,
      after: spec === null ? change.after : new Map([...change.after, [path, asked]]),
      source: (side, at) => (at === path ? spec : change.source(side, at)),
    })
    .filter(
      ({ severity, place }) =>
        severity === 'error' &&
        facts.touched.includes(place.path ?? '') &&
        !isWholeTable(code, place.path ?? '', place.line),
    )
  return results.length === 0
    ? []
    : [
        unmet(
          'by-heart',
          'results are worked out, not known by heart',
          results.map((each) => issueOfFinding(each, 'work the result out for every input')),
        ),
      ]
}

/** A table over numbers without a gap may be all that there is to know. */
function isWholeTable(code: TrackCode, path: string, line: number | undefined): boolean {
  const source = code.read(path)
  if (source === null) return false
  const table = tablesIn(source).find((node) => lineAt(source.text, node.start) === line)
  if (table === undefined) return false
  const keys = entriesOf(table).map(([key]) => Number(unquoted(key)))
  return Math.max(...keys) - Math.min(...keys) === keys.length - 1
}
