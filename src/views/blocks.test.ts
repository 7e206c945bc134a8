import { expect, test } from 'vitest'
import { asHtml, asMarkdown, type Block, heading, list } from './blocks.ts'

const blocks: readonly Block[] = [
  heading(2, 'Issues'),
  list([{ text: '**tests** fail', items: ['see `a|b`'] }, '[ ] i1-1 <is> right']),
  list([], 'None.'),
  list([]),
  { type: 'table', caption: 'Scores', head: ['what', 'score'], rows: [['a | b\nc', '7']] },
  { type: 'diff', title: '`f` (new)', lines: [' a', '-b', '+<c>'] },
]

test('a document is Markdown, with cells on one line and nothing for what is empty', () => {
  expect(asMarkdown(blocks)).toBe(
    [
      '## Issues\n',
      '- **tests** fail\n  - see `a|b`\n- [ ] i1-1 <is> right\n',
      'None.\n',
      '| what | score |\n| --- | --- |\n| a \\| b c | 7 |\n',
      '`f` (new)\n\n````diff\n a\n-b\n+<c>\n````\n',
    ].join('\n'),
  )
})

test('the same document is a page, with headings below those around it and every text escaped', () => {
  const html = asHtml(blocks)
  expect(html).toContain('<h3>Issues</h3>')
  expect(html).toContain('<strong>tests</strong> fail<ul><li>see <code>a|b</code></li></ul>')
  expect(html).toContain('<li>☐ i1-1 &lt;is&gt; right</li>')
  expect(html).toContain('aria-label="Scores"')
  expect(html).toContain('<td role="cell" data-label="score">7</td>')
  expect(html).toContain('<del>-b</del>\n<ins>+&lt;c&gt;</ins>')
  expect(html).not.toContain('<p></p>')
})
