import { expect, test } from 'vitest'
import { trackOf, wrongIn } from './samples/track-facts.contract.ts'

const button = {
  'web/button.tsx':
    'export const Button = ({ variant }: { variant: string }) => <button type="button" class={`button button--${variant}`}>Save</button>\n',
}
const styles = (more: string) => ({
  'web/app.css': `:root {
  --s1: 4px;
  --s2: 8px;
  --s3: 16px;
  --r: 8px;
  --clay: #a3401f;
}
.button { padding: var(--s2) var(--s3); gap: var(--s1); border-radius: var(--r); background: var(--clay); }
.button:focus-visible { outline: 2px solid var(--clay); }
${more}`,
})
const hover = '.button--primary:hover { background: black; }\n'

async function wrong(files: Readonly<Record<string, string>>): Promise<string> {
  return (await wrongIn(trackOf(files))).join('\n')
}

test('a class that is put together may be any that begins so', async () => {
  expect(await wrong({ ...button, ...styles(hover) })).not.toContain('when it is hovered')
  expect(await wrong({ ...button, ...styles('') })).toContain('when it is hovered')
})

test('a token is what it is used for, whatever it is called', async () => {
  const card = '.card { padding: 13px 19px; border-radius: 5px; }\n'
  expect(await wrong({ ...button, ...styles(hover) })).not.toMatch(/grid of|no radius/)
  expect(await wrong({ ...button, ...styles(hover + card) })).toMatch(
    /off the grid of 4 px[^]*no radius/,
  )
})

test('a button that a script switches off looks so', async () => {
  const busy = {
    'web/button.tsx': `${button['web/button.tsx']}export const busy = (button: HTMLButtonElement) => { button.disabled = true }\n`,
  }
  const off = '.button:disabled { background: gray; }\n'
  expect(await wrong({ ...busy, ...styles(hover) })).toContain('when it is disabled')
  expect(await wrong({ ...busy, ...styles(hover + off) })).not.toContain('when it is disabled')
})

test('whatever a page loads says what went wrong in plain words', async () => {
  const api = (message: string) => ({
    'web/page.tsx': "import { load } from './api.ts'\nexport const Page = () => <p>{load()}</p>\n",
    'web/api.ts': `export const load = () => ({ ok: false, message: '${message}' })\n`,
  })
  expect(await wrong(api('Error: fetch failed.'))).toContain('tells a technical detail')
  expect(await wrong(api('The studio cannot be reached. Try again.'))).not.toContain('technical')
})

test('a page that loads what it shows says so while it waits', async () => {
  const page = (before: string) => ({
    'web/page.tsx': `async function load(list: Element) {
  ${before}
  const answer = await fetch('/api/pieces')
  list.replaceChildren(<li>{answer.status}</li>)
}
export function ShelfPage() {
  const list = <ul class="list" />
  load(list)
  return <section>{list}</section>
}
`,
  })
  const said = 'list.replaceChildren(<li class="loading">Looking …</li>)'
  expect(await wrong(page(''))).toContain('nothing is shown while the answer is awaited')
  expect(await wrong(page(said))).not.toContain('nothing is shown')
})

test('a script beside a page switches its button off, and opens its dialog', async () => {
  const page = (how: string) => ({
    'web/app.html': '<button class="button">Save</button><dialog id="sure">Sure?</dialog>',
    'web/app.js': `export const busy = (button, dialog) => {\n  button.disabled = true\n  dialog.${how}()\n}\n`,
  })
  const both = '.button:hover { background: black; }\n'
  const off = '.button:disabled { background: gray; }\n'
  expect(await wrong({ ...page('showModal'), ...styles(both) })).toContain('when it is disabled')
  expect(await wrong({ ...page('showModal'), ...styles(both + off) })).not.toMatch(
    /when it is disabled|opens beside/,
  )
  expect(await wrong({ ...page('show'), ...styles(both + off) })).toContain('opens beside the page')
})
