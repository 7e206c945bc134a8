import { expect, test } from 'vitest'
import { saidOf, type SmallTrack, trackFacts } from '../../../../test/support/track.ts'
import { evaluateCodeQuality } from './evaluate.ts'

async function issues(pass: number, track: SmallTrack): Promise<string> {
  return saidOf(await evaluateCodeQuality(trackFacts(track)), pass).issues.join('\n')
}

test('a part of a shared type is declared once, whatever its union is called', async () => {
  const before = {
    'shared/types.ts':
      "export type Status = 'wet' | 'dry'\nexport interface Piece { id: number; title: string; status: Status; made: string }\n",
    'web/list.ts':
      "import type { Piece } from '../shared/types.ts'\nexport const titles = (all: Piece[]) => all.map(({ title }) => title)\n",
  }
  const card = (type: string) => ({
    'web/card.ts': `${type}\nexport const label = (piece: Piece) => piece.title\nexport const same = (piece: Piece) => piece\n`,
  })
  const own = "interface Piece {\n  id: number\n  title: string\n  status: 'dry' | 'wet'\n}"
  const shared = "import type { Piece } from '../shared/types.ts'"
  expect(await issues(2, { before, wrote: card(own) })).toContain('Piece is declared here')
  expect(await issues(2, { before, wrote: card(shared) })).not.toContain('declared here')
})

const api = {
  'web/api.ts': `async function ask(path: string) {
  try {
    const response = await fetch(path)
    return response.ok ? { ok: true } : { ok: false, message: 'Try again.' }
  } catch {
    return { ok: false, message: 'Try again.' }
  }
}
export const step = (id: number) => ask('/pieces/' + id)
`,
}

test('an answer that tells of failures is waited for', async () => {
  const pressed = (how: string) => ({
    ...api,
    'web/page.ts': `import { step } from './api.ts'\nexport async function press(id: number) {\n  ${how}\n  document.title = 'done'\n}\n`,
  })
  const waited = 'const answer = await step(id)\n  if (!answer.ok) document.title = String(answer)'
  expect(await issues(4, { wrote: pressed('step(id)') })).toContain('nobody waits for step')
  expect(await issues(4, { wrote: pressed(waited) })).not.toContain('nobody waits')
})

test('what was said before is no silence', async () => {
  const submit = (said: string) => ({
    'web/form.ts': `import { add } from './api.ts'
export async function submit(form: HTMLFormElement) {
  const answer = await add(form)
  ${said}
  if (!answer.ok) return
  document.title = 'done'
}
`,
  })
  const told = "form.dataset.note = answer.ok ? '' : answer.message"
  expect(await issues(4, { wrote: submit('') })).toContain('gives up without a word')
  expect(await issues(4, { wrote: submit(told) })).not.toContain('gives up')
})

test('what failed does not look empty', async () => {
  const shelf = (failed: string) => ({
    'web/shelf.ts': `import { ask } from './api.ts'
export async function show(list: Element) {
  const { ok, body } = await ask('/items')
  ${failed}
  else list.replaceChildren(...body)
  document.title = 'Items'
}
`,
  })
  const alike = "if (!ok || body.length === 0) list.textContent = 'Nothing yet.'"
  const apart = `if (!ok) list.textContent = body.message\n  else ${alike.replace('!ok || ', '')}`
  const list = (rest: string) => ({
    'web/list.ts': `import { ask } from './api.ts'\nexport async function load(list: Element) {\n  const answer = await ask('/items')\n  const items = answer.ok ? answer.items : []\n  ${rest}\n  document.title = String(items.length)\n}\n`,
  })
  const said = 'shown like what is empty'
  expect(await issues(4, { wrote: shelf(alike) })).toContain(said)
  expect(await issues(4, { wrote: shelf(apart) })).not.toContain(said)
  expect(await issues(4, { wrote: list('') })).toContain(said)
  expect(await issues(4, { wrote: list('if (!answer.ok) toast(answer)') })).not.toContain(said)
})

test('a list that a script puts on the page may be empty', async () => {
  const list = (empty: string) => ({
    'web/list.tsx': `let items: string[] = []
export async function load(list: Element) {
  items = await (await fetch('/items')).json()
  draw(list)
}
export function draw(list: Element) {
  ${empty}
  list.replaceChildren(...items.map((item) => <li>{item}</li>))
}
`,
  })
  const said = "if (items.length === 0) return list.replaceChildren('Nothing yet')"
  expect(await issues(4, { wrote: list('') })).toContain('nothing is shown when it is empty')
  expect(await issues(4, { wrote: list(said) })).not.toContain('nothing is shown')
})

test('a method that stands in a comment is code', async () => {
  const old = '  // discard(id: number): void {\n  //   this.items.delete(id)\n  // }\n'
  const shelf = (comment: string) => ({
    'src/shelf.ts': `export class Shelf {\n  items = new Map()\n${comment}  size(): number {\n    return this.items.size\n  }\n}\n`,
  })
  expect(await issues(5, { wrote: shelf(old) })).toContain('code stands in a comment')
  expect(await issues(5, { wrote: shelf('') })).not.toContain('comment')
})

test('code that only a browser runs is no business logic', async () => {
  const measured = {
    coverage: {
      confidence: 'measured' as const,
      percent: 80,
      files: [{ path: 'src/a.ts', covered: 0, total: 10 }],
      source: 'c8',
    },
  }
  const goTo = (how: string) => ({
    'src/a.ts': `export function goTo(path: string) {\n  if (path !== '') ${how}\n  return path\n}\n`,
  })
  const outside = goTo("history.pushState(null, '', path)")
  expect(await issues(6, { wrote: outside, measured })).not.toContain('business logic')
  expect(await issues(6, { wrote: goTo('return path + 1'), measured })).toContain('business logic')
})

test('an answer that tells of failures is not dropped', async () => {
  const pressed = (how: string) => ({
    ...api,
    'web/page.ts': `import { step } from './api.ts'\nexport async function press(id: number) {\n  ${how}\n  document.title = 'done'\n}\n`,
  })
  expect(await issues(4, { wrote: pressed('await step(id)') })).toContain(
    'the answer of step is dropped',
  )
})

test('what is rolled back is told, too', async () => {
  const work = (more: string) => ({
    'src/work.ts': `export function work(db: Db): void {\n  try {\n    db.exec('DELETE FROM a')\n  } catch (error) {\n    db.exec('ROLLBACK')\n${more}  }\n}\n`,
  })
  expect(await issues(4, { wrote: work('') })).toContain('undone and dropped')
  expect(await issues(4, { wrote: work('    throw error\n') })).not.toContain('dropped')
})

test('a failure that only the code asks for is told to nobody', async () => {
  const page = (told: string) => ({
    'web/list.ts': `export async function load(list: Element) {
  const { ok, status, body } = await call('GET', '/api/pots')
  if (status === 401) invite()
  ${told}else draw(list, ok ? body : [])
  document.querySelector('h1')
}
`,
  })
  expect(await issues(4, { wrote: page('') })).toContain('like what is empty')
  expect(await issues(4, { wrote: page('else if (!ok) fail(list)\n  ') })).not.toContain(
    'like what is empty',
  )
})

test('an address of the application is no pattern that loads files', async () => {
  const wrote = {
    'src/pots/price.ts': 'export const price = () => 4\nexport const winterPrice = () => 3\n',
    'src/main.ts': "import { price } from './pots/price.ts'\nprice()\n",
    'web/page.js': 'export const show = (pot) => fetch(`/api/pots/${pot.id}`)\n',
  }
  expect(await issues(5, { wrote })).toContain('winterPrice is exported and nobody uses it')
})
