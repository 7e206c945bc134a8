import { type Answer, met, undecided, unmet } from '../../obligations/examine.ts'
import { commonGlue, stem } from '../../obligations/glue.ts'
import type { Project } from '../../ports/project.ts'
import { readExports } from './exported-names.ts'
import { binariesOf, readManifest } from './manifest.ts'

/** Whether a text is about the package it lies in: it names it, and something that the package gives. */
export async function packageAnswer(text: string, project: Project): Promise<Answer> {
  const manifest = await readManifest(project)
  const name = manifest?.name?.replace(/^@[^/]+\//, '')
  if (manifest === null || name === undefined)
    return undecided('no package.json tells which package this is')
  if (!isSpoken(text, name)) return unmet(`the package ${name} is not named`)
  const exports = await readExports(project, manifest, await project.list())
  const given = [...exports.names, ...binariesOf(manifest).keys()].filter((each) => each !== name)
  const match = given.find((each) => isSpoken(text, each))
  if (match !== undefined) return met(`it speaks of ${name} and its ${match}`)
  const described = [
    ...new Set((manifest.description?.match(/\p{L}{3,}/gu) ?? []).map(stem)),
  ].filter((word) => !commonGlue.has(word))
  const spoken = new Set((text.match(/\p{L}{3,}/gu) ?? []).map(stem))
  const shared = described.filter((word) => spoken.has(word))
  if (shared.length > 1 && shared.length * 2 >= described.length)
    return met(`it speaks of ${name}: ${shared.join(', ')}`)
  return exports.exact && given.length > 0
    ? unmet(`it names ${name}, and nothing of what it gives (${given.slice(0, 5).join(', ')})`)
    : undecided(`it names ${name}; whether it tells what the package gives takes a reader`)
}

/** A name as it stands there, or with other signs between its parts: "Tiny Queue" for tiny-queue. */
function isSpoken(text: string, name: string): boolean {
  const parts = name.split(/[^\p{L}\p{N}$]+/u).filter((part) => part !== '')
  const pattern = parts.map((part) => part.replaceAll('$', '\\$')).join(String.raw`[\s._/-]*`)
  return new RegExp(`(?<![\\p{L}\\p{N}_$])${pattern}(?![\\p{L}\\p{N}_$])`, 'iu').test(text)
}
