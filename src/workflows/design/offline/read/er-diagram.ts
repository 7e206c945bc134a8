import type { Cardinality } from '../../../../checks/design/intent.ts'
import { limits } from '../limits.ts'
import { attributeName, spoken } from '../text/names.ts'
import { capitalised } from '../text/plain-text.ts'
import { attribute } from './attributes.ts'
import { givenType } from './attribute-types.ts'
import type { AttributeFact, Facts } from './facts.ts'

const edge =
  /^\s*([\w-]{1,60})\s+([|}o]{1,2})(?:--|\.\.)([|{o]{1,2})\s+([\w-]{1,60})\s*(?::\s*"?([^"]{0,120})"?)?$/
const opening =
  /^\s*(?:export\s+)?(?:(?:interface|type|class|entity|table|model|create table)\s+)?["`]?([A-Za-z][\w-]{1,60})["`]?\s*(?:=\s*)?[{(:]?\s*$/i
const mermaidField =
  /^\s*([A-Za-z][\w()[\],]{0,40})\s+([A-Za-z]\w{0,60})(?:\s+(?:PK|FK|UK))*\s*(?:"([^"]{0,200})")?\s*$/
const typedField =
  /^\s*[-*]?\s*["`]?([A-Za-z]\w{0,60})["`]?(\?)?\s*[:\s]\s*([A-Za-z][\w()[\]<>|,'" ]{0,80}?)\s*[,;]?$/

/** Reads entities from an entity-relationship diagram, a schema or a type listing. Says whether it was one. */
export function readDiagram(facts: Facts, lines: readonly string[]): boolean {
  const isDiagram = lines.some((line) => line.trim() === 'erDiagram')
  const before = facts.entities.length + facts.relationships.length
  let open: { name: string; attributes: AttributeFact[] } | null = null
  for (const line of lines.slice(0, limits.lines)) {
    const related = edge.exec(line)
    if (related) takeEdge(facts, related)
    else if (/^\s*[})]/.test(line) || line.trim() === '') open = null
    else if (open !== null && /^\s/.test(line)) open.attributes.push(...field(line, isDiagram))
    else open = opened(facts, line)
  }
  // a name without fields was some other kind of listing
  const kept = facts.entities.filter(
    ({ attributes }, index) => index < before || attributes.length > 0,
  )
  facts.entities.splice(0, facts.entities.length, ...kept)
  return facts.entities.length + facts.relationships.length > before
}

function opened(facts: Facts, line: string): { name: string; attributes: AttributeFact[] } | null {
  const name = opening.exec(line)?.[1]
  if (name === undefined || name === 'erDiagram') return null
  const entity = { name: capitalised(spoken(name)), attributes: [] }
  facts.entities.push(entity)
  return entity
}

function field(line: string, isDiagram: boolean): readonly AttributeFact[] {
  const drawn = isDiagram ? mermaidField.exec(line) : null
  const typed = isDiagram ? null : typedField.exec(line)
  const name = attributeName(drawn?.[2] ?? typed?.[1] ?? '')
  if (name === '' || /^(?:primary|foreign|constraint|unique|key)$/i.test(name)) return []
  const type = drawn?.[1] ?? typed?.[3] ?? ''
  const required = typed?.[2] === '?' ? false : /\bnot null\b/i.test(type) ? true : undefined
  const told = drawn?.[3] ?? ''
  return [attribute(name, { required, found: givenType(type), rest: told === '' ? [] : [told] })]
}

function takeEdge(facts: Facts, match: RegExpExecArray): void {
  const many = (end: string | undefined) => /[{}]/.test(end ?? '')
  const [from, to] = [capitalised(spoken(match[1] ?? '')), capitalised(spoken(match[4] ?? ''))]
  const [left, right] = [many(match[2]), many(match[3])]
  const cardinality: Cardinality =
    left && right ? 'many-to-many' : left || right ? 'one-to-many' : 'one-to-one'
  const description = `${from} ${(match[5] ?? '').trim() || 'is related to'} ${to}.`
  const swapped = left && !right
  facts.relationships.push({
    from: swapped ? to : from,
    to: swapped ? from : to,
    cardinality,
    description,
  })
}
