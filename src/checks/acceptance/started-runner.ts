import type { Workbench } from '../../ports/workbench.ts'
import { folderOf, normalPath } from '../integrity/modules.ts'
import { segmentsOf } from '../integrity/shell.ts'
import { programOf } from './shell-script.ts'

const runner =
  /^(?:vitest|jest|mocha|ava|tap|tape|uvu|jasmine|playwright|borp|lab|qunit|react-scripts|karma|wtr|web-test-runner|cypress|ng|xv)$/
const loadsRunner =
  /(?:\bfrom|\bimport|\brequire\()\s*\(?\s*['"](?:node:test|vitest|@jest\/globals|mocha|ava|tap|tape|uvu|zora|tapzero|brittle|jasmine[\w-]*|qunit|bun:test|baretest|@japa\/runner)['"/]/
const ownImport = /(?:\bfrom|\bimport|\brequire\()\s*\(?\s*['"](\.[^'"]*)['"]/g
const mostFiles = 50

/** Whether a script starts a known test runner, by its name or through a file that loads one. */
export async function startsRunner(bench: Workbench, script: string): Promise<boolean> {
  const paths = await bench.list()
  for (const segment of segmentsOf(script)) {
    const [program = '', ...rest] = programOf(segment).filter((word) => !/^(?:c8|nyc)$/.test(word))
    if (runner.test(program) || rest.includes('--test')) return true
    if (/^(?:bun|deno)$/.test(program) && rest[0] === 'test') return true
    if (!/^(?:node|tsx|ts-node|bun|deno|babel-node|esno)$/.test(program)) continue
    if (
      rest.some((word) => runner.test(/node_modules\/(?:\.bin\/)?([\w-]+)/.exec(word)?.[1] ?? ''))
    )
      return true
    const started = rest
      .filter((word) => !word.startsWith('-'))
      .map((word) => normalPath(word.replace(/['"]/g, '').replace(/\*.*$/, '')))
      .filter((path) => path !== '')
    if (await loadRunner(bench, paths, started)) return true
  }
  return false
}

async function loadRunner(
  bench: Workbench,
  paths: readonly string[],
  started: readonly string[],
): Promise<boolean> {
  const named = new Set(paths.filter((path) => started.some((each) => path.startsWith(each))))
  for (const path of named) {
    if (named.size > mostFiles) break
    const text = (await bench.read(path)) ?? ''
    if (loadsRunner.test(text)) return true
    for (const [, request = ''] of text.matchAll(ownImport)) {
      const wanted = normalPath(`${folderOf(path)}/${request}`)
      const target = paths.find((each) => each === wanted || each.replace(/\.\w+$/, '') === wanted)
      if (target !== undefined) named.add(target)
    }
  }
  return false
}
