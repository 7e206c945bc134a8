import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attributes, html } from '../src/views/html.ts'

test('text is escaped, markup is not', () => {
  assert.equal(html`<p>${'<b>&"'}</p>`.markup, '<p>&lt;b&gt;&amp;&quot;</p>')
  assert.equal(html`<ul>${[html`<li>`, html`<li>`]}</ul>`.markup, '<ul><li>\n<li></ul>')
})

test('nothing is shown as nothing', () => {
  assert.equal(html`${null}${undefined}${7}`.markup, '7')
})

test('attributes are left out when they are off', () => {
  const all = attributes({ id: 'a"b', disabled: true, hidden: false, title: undefined })
  assert.equal(all.markup, ' id="a&quot;b" disabled')
})
