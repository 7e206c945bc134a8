// An executor that says PASS and has the price wrong and a layout too wide for phones; and a fixer that
// mends one and then the other.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const { role, phase, input, workspace } = JSON.parse(await text(process.stdin))
const read = (name) => readFileSync(join(workspace, name), 'utf8')
const write = (name, content) => writeFileSync(join(workspace, name), content)

const tiers = (
  price,
) => `/** What each tier costs a month, in dollars, and how many tools it may borrow at once. */
export const tiers = [
  { id: 'free', name: 'Free', price: 0, limit: 1 },
  { id: 'pro', name: 'Pro', price: ${price}, limit: 5 },
]

function tierOf(id) {
  const tier = tiers.find((each) => each.id === id)
  if (tier === undefined) throw new RangeError(\`there is no tier \${id}\`)
  return tier
}

/** What a tier costs for a number of months. */
export function priceOf(id, months) {
  if (!Number.isInteger(months) || months < 0) throw new RangeError('months must be 0 or more')
  return tierOf(id).price * months
}
`
const limit = `
/** Whether somebody who has borrowed so many tools may borrow one more. */
export const mayBorrow = (id, borrowed) => borrowed < tierOf(id).limit
`
const priceTests = (price) => `import assert from 'node:assert/strict'
import test from 'node:test'
import { priceOf } from './tiers.js'

test('a year of Pro', () => assert.equal(priceOf('pro', 12), ${price * 12}))
test('Free costs nothing', () => assert.equal(priceOf('free', 12), 0))
test('no month costs nothing', () => assert.equal(priceOf('pro', 0), 0))
test('months below zero', () => assert.throws(() => priceOf('pro', -1), RangeError))
test('an unknown tier', () => assert.throws(() => priceOf('gold', 1), RangeError))
`
const limitTests = `import assert from 'node:assert/strict'
import test from 'node:test'
import { mayBorrow } from './tiers.js'

test('Pro borrows five at once', () => {
  assert.equal(mayBorrow('pro', 4), true)
  assert.equal(mayBorrow('pro', 5), false)
})
test('Free borrows one', () => {
  assert.equal(mayBorrow('free', 0), true)
  assert.equal(mayBorrow('free', 1), false)
})
`
const screen = `import { tiers } from './tiers.js'

const card = ({ name, price, limit }) => \`<li class="tier">
<h2>\${name}</h2>
<p>$\${price} / month</p>
<p>\${limit === 1 ? 'One tool' : \`\${limit} tools\`} at once</p>
</li>\`

/** Every tier as a card. */
export const pricing = () => \`<h1>Pricing</h1>
<ul class="tiers">\${tiers.map(card).join('')}</ul>\`
`
const tooWide = 'repeat(2, 440px)'
const fitting = 'repeat(auto-fit, minmax(240px, 1fr))'
const cards = `.tiers {
  display: grid;
  grid-template-columns: ${tooWide};
  gap: var(--space-4);
  margin: 0;
  padding: 0;
  list-style: none;
}
.tier {
  padding: var(--space-4);
  border: 1px solid var(--ink);
  border-radius: var(--radius);
}
.tier h2 {
  margin: 0 0 var(--space-2);
  font-size: var(--space-6);
}
`

const wrongPrice = 39
const rightPrice = 29

function execute({ title }) {
  if (title.includes('Price')) {
    write('src/tiers.js', tiers(wrongPrice))
    write('src/tiers.test.js', priceTests(wrongPrice))
    return {
      summary: 'Prices come from the tiers.',
      business_doc_sync: {
        required: true,
        reason: 'the price of Pro changes',
        affected_docs: ['conductor/product.md'],
      },
    }
  }
  if (title.includes('Limit')) {
    write('src/tiers.js', read('src/tiers.js') + limit)
    write('src/limits.test.js', limitTests)
    return { summary: 'A tier limits what is borrowed at once.' }
  }
  if (title.includes('Show')) {
    write('src/pricing.js', screen)
    write('src/styles.css', read('src/styles.css') + cards)
    write(
      'src/server.js',
      read('src/server.js')
        .replace(
          "import { page } from './page.js'\n",
          "import { page } from './page.js'\nimport { pricing } from './pricing.js'\n",
        )
        .replace(
          'const routes = {\n',
          "const routes = {\n  '/pricing': () => page('Pricing', pricing()),\n",
        ),
    )
    write(
      'src/server.test.js',
      read('src/server.test.js') +
        `test('the pricing screen shows every tier', () => {
  const { status, body } = answer('/pricing')
  assert.equal(status, 200)
  assert.match(body, /Free/)
  assert.match(body, /Pro/)
})
`,
    )
    return { summary: 'The screen shows every tier.' }
  }
  return { summary: 'Nothing was to be changed.' }
}

/** One thing at a time: the layout is only looked at when it is found a second time. */
function fix({ issues, cycle }) {
  if (cycle === 1) {
    write(
      'src/tiers.js',
      read('src/tiers.js').replace(`price: ${wrongPrice}`, `price: ${rightPrice}`),
    )
    write('src/tiers.test.js', priceTests(rightPrice))
  } else write('src/styles.css', read('src/styles.css').replace(tooWide, fitting))
  const mended = cycle === 1 ? 'the price of the spec' : 'columns that wrap'
  return {
    summary: `Everything is fixed: ${mended}.`,
    fixes: issues.map((issue) => ({ issue, fix: mended })),
  }
}

const answer = phase === 'EXECUTE' ? execute(input.task) : fix(input)
process.stdout.write(JSON.stringify({ verdict: 'PASS', role, ...answer }))
