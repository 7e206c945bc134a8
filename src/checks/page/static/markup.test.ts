import { describe, expect, test } from 'vitest'
import { parsePage } from './html-facts.ts'
import { flawsIn } from './markup.ts'

const flaws = async (body: string) => {
  const source = `<!doctype html>\n<html lang="en">\n<head><title>Boats</title></head>\n<body>\n${body}\n</body>\n</html>\n`
  return flawsIn(await parsePage('index.html', source)).map(({ flaw, tag, line }) => [
    flaw,
    tag,
    line,
  ])
}

describe('flaws in the markup', () => {
  test.each([
    ['<section><h2>Boats</h2>', [['unclosed', 'section', 5]]],
    ['<h2>Boats</h2></h2>', [['stray-end', 'h2', 5]]],
    ['<p>One\n<div>Two</div></p>', [['stray-end', 'p', 6]]],
    ['<p class="a" class="b">Boats</p>', [['attribute-twice', 'p', 5]]],
    ['<centre>Boats</centre>', [['unknown-tag', 'centre', 5]]],
    ['<p>\n<font>Boats</font></p>', [['obsolete-tag', 'font', 6]]],
  ])('%j is told at its line', async (body, expected) => {
    expect(await flaws(body)).toEqual(expected)
  })

  test.each([
    '<ul><li>One<li>Two</ul>',
    '<table><tr><td>One<td>Two</table>',
    '<p>One<p>Two',
    '<site-note>Boats</site-note>',
    '<svg viewBox="0 0 1 1"><linearGradient id="a"></linearGradient><path d="M0 0"/></svg>',
    '<script>const end = "</section>"</script>',
    '<!-- </section> --><p>Boats</p>',
    '<template><section></section></template>',
    '<img src="boat.png" alt=""><br>',
    '<select><option>One<option>Two</select>',
  ])('%j is fine as it is', async (body) => {
    expect(await flaws(body)).toEqual([])
  })
})

test('elements nested without end are told and left out, and nothing breaks over them', async () => {
  const [flaw, ...more] = await flaws('<div>'.repeat(50_000) + 'x' + '</div>'.repeat(50_000))
  expect([flaw?.[0], more]).toEqual(['too-deep', []])
})
