import { type Document, isMap, isScalar, parseDocument, stringify } from 'yaml'
import { err, ok, type Result } from '../../../model/result.ts'
import type { ComplexityWeights } from '../../../model/workorder-config.ts'

const keys = ['workflows', 'workorder', 'weights'] as const

/** The weights as they stand in loopwright.yaml, from the outermost key on. */
export const weightsYaml = (weights: ComplexityWeights): string =>
  stringify({ workflows: { workorder: { weights } } }).trimEnd()

/** The text of loopwright.yaml with other weights; values and comments stay, or it is refused. */
export function withWeights(text: string, weights: ComplexityWeights): Result<string, string> {
  const document = parseDocument(text)
  if (document.errors.length > 0) return err('it is not valid YAML')
  if (document.contents !== null && !isMap(document.contents))
    return err('it is not written as keys')
  for (const [depth] of keys.entries()) {
    const path = keys.slice(0, depth + 1)
    if (!hasMap(document, path)) return err(`${path.join('.')} is not written as keys`)
  }
  // one by one, so that a comment beside a number stays
  for (const [factor, weight] of Object.entries(weights)) document.setIn([...keys, factor], weight)
  const written = document.toString({ lineWidth: 0 })
  return ok(text.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written)
}

/** Whether keys can be put there; a key without a value gets a map, which keeps its comment. */
function hasMap(document: Document.Parsed, path: readonly string[]): boolean {
  const node = document.getIn(path, true)
  if (node === undefined || isMap(node)) return true
  if (!isScalar(node) || node.value !== null) return false
  const map = document.createNode({})
  if (typeof node.comment === 'string') map.commentBefore = node.comment
  document.setIn(path, map)
  return true
}
