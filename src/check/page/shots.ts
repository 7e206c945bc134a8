import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'
import { cropPixels, decodePng, encodePng, type Pixels } from '../../model/png.ts'
import type { JudgedPage } from '../../model/page-report.ts'
import { makeFolderIn, replaceFile } from '../../engine/user-files.ts'
import type { PageVerdict } from '../../checks/page/judge-site.ts'

/** Puts the screenshots into a folder while a judge looks at them. */
export async function withPictures<Value>(
  verdict: PageVerdict,
  isWanted: boolean,
  work: (pictures: readonly string[]) => Promise<Value>,
): Promise<Value> {
  const shots = verdict.type === 'seen' && isWanted ? verdict.facts.screenshots : []
  if (shots.length === 0) return work([])
  const folder = await mkdtemp(join(tmpdir(), 'loopwright-pictures-'))
  try {
    const paths = shots.map(({ viewport }) => join(folder, `${viewport}.png`))
    for (const [at, { png }] of shots.entries()) await writeFile(paths[at] ?? '', png)
    return await work(paths)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** More cut-outs nobody looks at. */
const mostCrops = 60
const margin = 24

/** Writes the two screenshots of each page and a cut-out for what was found. Says how many. */
export async function writeShots(
  root: string,
  folder: string,
  pages: readonly JudgedPage[],
): Promise<number> {
  await makeFolderIn(root, folder)
  let count = 0
  const write = async (name: string, png: Uint8Array) => {
    await replaceFile(join(folder, name), png)
    count += 1
  }
  for (const page of pages) {
    const name = nameOf(page, pages.length > 1)
    for (const { viewport, png } of page.shots) await write(`${name}${viewport}.png`, png)
    for (const [at, { label, png }] of cropsOf(page).entries())
      await write(`${name}${String(at + 1).padStart(2, '0')}-${label}.png`, png)
  }
  return count
}

const nameOf = ({ page }: JudgedPage, isOneOfMany: boolean): string =>
  isOneOfMany ? `${page.replace(/\.x?html?$/i, '').replaceAll(/[^\w-]+/g, '-')}-` : ''

function cropsOf({ findings, shots }: JudgedPage) {
  const pictures = new Map<string, Pixels>()
  for (const { viewport, png } of shots) {
    const pixels = decodePng(png, (bytes) => inflateSync(bytes))
    if (pixels !== null) pictures.set(viewport, pixels)
  }
  return findings
    .filter(({ severity }) => severity !== 'info')
    .slice(0, mostCrops)
    .flatMap(({ ruleId, shots: [shot] }) => {
      const picture = shot === undefined ? undefined : pictures.get(shot.viewport)
      const crop =
        picture === undefined || shot === undefined ? null : cropPixels(picture, shot.box, margin)
      if (crop === null) return []
      const label = ruleId.replaceAll(/[^\w-]+/g, '-')
      return [{ label, png: encodePng(crop, (bytes) => deflateSync(bytes)) }]
    })
}
