import { artifacts } from './gan-house.ts'
import { handMark, pageByHand } from './gan-pages.ts'
import type { Sitting } from './script.ts'
import type { World } from './world.ts'

/** What people did to sites with their own hands. */
export type Hands = { readonly written: Set<string>; readonly removed: Set<string> }

type Tampering = { readonly runId: string; readonly first: Sitting['first'] }

/** Somebody edits the site of a run, or loses or damages one of its files. True where it became another site. */
export function tamper(world: World, hands: Hands, { runId, first }: Tampering): boolean {
  const { chance, disk } = world
  const folder = `${artifacts}/${runId}`
  if (first === 'lose-projections') {
    const own = disk
      .paths()
      .filter((path) => path.startsWith(`${folder}/`) && !path.startsWith(`${folder}/site/`))
    if (own.length > 0)
      disk.write(chance.pick(own), chance.happens(0.5) ? null : Buffer.from('{"half'))
  }
  if (first !== 'edit-artifact' || !disk.exists(`${folder}/site/index.html`)) return false
  const put = (name: string, text: string | null) => {
    const path = `${folder}/site/${name}`
    disk.write(path, text === null ? null : Buffer.from(text))
    disk.sync(path)
    if (text === null) hands.removed.add(path)
    else hands.written.add(text)
  }
  const note = `${handMark} ${chance.below(100)}`
  const kind = chance.below(6)
  if (kind === 0) put('index.html', null)
  else if (kind === 1) put('hand.txt', note)
  else if (kind === 2) put('style.css', `/* ${note} */\n`)
  else put('index.html', pageByHand(chance))
  return kind !== 0
}
