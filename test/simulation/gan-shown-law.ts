import { z } from 'zod'
import type { Entry } from '../../src/model/entry.ts'
import { payloads } from '../../src/workflows/gan/events.ts'
import { readSite } from '../../src/workflows/gan/site.ts'
import type { Hands } from './gan-hands.ts'
import { jsonOf, recordedOf } from './gan-recorded.ts'
import { artifacts, runsOn } from './gan-house.ts'
import type { World } from './world.ts'

const Shown = z.object({ iteration: z.number(), site_sha256: z.string() })

/**
 * Law 1, right after each sitting, however it ended: what people see was recorded before they saw it.
 * A power cut may leave older texts and torn ones, so it is held against worlds without one.
 */
export function showsOnlyWhatIsRecorded(world: World, hands: Hands): void {
  if (world.powerCuts() > 0) return
  for (const runId of runsOn(world)) {
    const entries = recordedOf(world, runId)
    const folder = `${artifacts}/${runId}/`
    for (const path of world.disk.paths().filter((each) => each.startsWith(folder))) {
      const text = world.disk.read(path)?.toString('utf8') ?? ''
      if (!isRecorded(world, entries, { name: path.slice(folder.length), text, hands }))
        world.violate('law-1', `${path} shows what was never recorded`)
    }
  }
}

type File = { readonly name: string; readonly text: string; readonly hands: Hands }

function isRecorded(world: World, entries: readonly Entry[], { name, text, hands }: File): boolean {
  const damaged = text === '{"half'
  const iteration = Number(/^(?:sprint|evaluation-report|screenshot)-(\d+)/.exec(name)?.[1] ?? 0)
  const of = (event: string) =>
    entries.filter((entry) => entry.event === event && entry.iteration === iteration)
  if (damaged) return true
  if (name.startsWith('sprint-')) return of('contract_signed').length > 0
  if (name.startsWith('screenshot-')) return of('evaluated').length > 0
  if (name.startsWith('evaluation-report-')) {
    const shown = Shown.safeParse(jsonOf(text)).data
    return of('evaluated').some(
      ({ payload }) =>
        shown?.iteration === iteration &&
        payloads.evaluated.parse(payload).site === shown.site_sha256,
    )
  }
  if (!name.startsWith('site/') || hands.written.has(text)) return true
  return sitesOf(world, entries).some(
    ({ path, content }) => `site/${path}` === name && content === text,
  )
}

/** Every file of every version that was recorded. */
const sitesOf = ({ disk }: World, entries: readonly Entry[]) =>
  entries.flatMap(({ event, payload }) => {
    if (event !== 'site_built' && event !== 'site_edited') return []
    const hash = String(payload['site'])
    const blob = `/w/.loopwright/blobs/${hash.slice(0, 2)}/${hash}`
    const text = disk.read(blob)?.toString('utf8')
    return text === undefined ? [] : readSite(text)
  })
