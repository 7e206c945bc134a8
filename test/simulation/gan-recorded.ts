import { Entry } from '../../src/model/entry.ts'
import type { World } from './world.ts'

/** What the history of a run holds on the disk right now, whoever was told of it. */
export function recordedOf({ disk }: World, runId: string): readonly Entry[] {
  const text = disk.read(`/w/.loopwright/gan/${runId}/history.jsonl`)?.toString('utf8') ?? ''
  return text.split('\n').flatMap((line) => Entry.safeParse(jsonOf(line)).data ?? [])
}

/** What a text says; null where it says nothing whole. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
