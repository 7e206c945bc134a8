import { join, resolve } from 'node:path'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { House } from '../../app.ts'
import type { OpenGan } from '../../app/gan-places.ts'
import { exitCodes } from '../../model/problem.ts'
import { err, ok } from '../../model/result.ts'
import { bytesOf, readSite } from '../../workflows/gan/site.ts'
import type { Call } from './command.ts'
import { flag, text } from './parse.ts'
import type { Outcome } from './workflow-verbs.ts'

/** Copies a version of the site into a folder of its own. */
export async function saveSite(
  { terminal, values, cwd }: Call,
  house: House,
  { state, runId }: OpenGan,
  folder: string,
): Outcome {
  const wanted = text(values, 'version') ?? 'last'
  const best = state.evaluations.toSorted((one, other) => other.overall - one.overall)[0]?.site
  const hash =
    wanted === 'last'
      ? state.site
      : wanted === 'best'
        ? (best ?? state.site)
        : (state.sites[Number(wanted) - 1] ??
          state.sites.find((each) => wanted.length >= 4 && each.startsWith(wanted)) ??
          null)
  const site = hash === null ? null : await house.blobs.get(hash)
  if (hash === null || site === null)
    return err({
      exit: 2,
      what: `${runId} has no version "${wanted}"`,
      todo: `list them: loopwright diff ${runId} --list`,
    })
  const target = resolve(cwd, folder)
  const there = await readdir(target).catch(() => [])
  if (there.length > 0)
    return err({
      exit: 2,
      what: 'the folder is not empty; nothing is written over',
      where: target,
      todo: 'name a new folder',
    })
  for (const file of readSite(site)) {
    const path = join(target, file.path)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytesOf(file), { flag: 'wx' })
  }
  if (flag(values, 'json'))
    terminal.print(JSON.stringify({ loopwright: 1, alias: runId, sha256: hash, path: target }))
  else terminal.print(`${terminal.paint('green', '✓')} saved ${hash.slice(0, 8)} to ${target}`)
  return ok(exitCodes.accepted)
}
