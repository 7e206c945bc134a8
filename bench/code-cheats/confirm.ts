import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseFile } from '../../src/checks/code/syntax.ts'
import { plantedLine, treesOf, type Defect } from './cases.ts'
import type { Tree } from './projects.ts'

/** Why a defect is none: it changes nothing, its place is not there, or its witness sees no difference. */
export async function problemsOf(defect: Defect): Promise<readonly string[]> {
  try {
    const trees = treesOf(defect)
    plantedLine(defect, trees)
    if (flat(trees.before) === flat(trees.after)) return ['it changes nothing but white space']
    for (const [path, text] of Object.entries(trees.after)) {
      if (!path.endsWith('.ts')) continue
      const [error] = (await parseFile(path, text)).errors
      if (error !== undefined) return [`${path} cannot be read: ${error.message}`]
    }
    if (defect.witness === undefined) return []
    const [was, is] = [
      await ask(trees.before, defect.witness),
      await ask(trees.after, defect.witness),
    ]
    return was === is ? [`its witness answers ${was} before and after`] : []
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

const flat = (tree: Tree): string =>
  Object.entries(tree)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, text]) => `${path}\n${text.replace(/\s+/g, '')}`)
    .join('\n')

async function ask(tree: Tree, { path, code }: NonNullable<Defect['witness']>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'code-cheats-witness-'))
  try {
    for (const [name, text] of Object.entries(tree).filter(([each]) => each.startsWith('src/'))) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), text)
    }
    await writeFile(
      join(folder, 'witness.ts'),
      `import * as m from './${path}'\nexport const answer = ${code}\n`,
    )
    const { answer } = await import(pathToFileURL(join(folder, 'witness.ts')).href)
    return JSON.stringify(answer) ?? 'undefined'
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
