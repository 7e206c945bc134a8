import { readExpression } from '../../kit/expression.ts'
import { type Found, placesIn } from './found.ts'

/** More of the same tells nobody anything new. */
const most = 10_000

export function findPattern(pattern: string, text: string): readonly Found[] {
  const { source, flags } = readExpression(pattern)
  const expression = new RegExp(source, `${flags.replaceAll(/[gy]/g, '')}g`)
  const place = placesIn(text)
  const results: Found[] = []
  for (const match of text.matchAll(expression)) {
    if (results.length === most) break
    const [all, value = all] = match
    results.push({ value, text: all, place: place(match.index) })
  }
  return results
}
