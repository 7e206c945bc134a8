import { expect, test } from 'vitest'
import type { Project } from '../../ports/project.ts'
import { gatherFacts } from './facts.ts'

const projectWith = (count: number): Project => ({
  list: async () => Array.from({ length: count }, (_, at) => `src/part-${at}.ts`),
  read: async (path) => (path === 'package.json' ? null : `export const ${path.length} = 1`),
})

test('[DOC-6] a project with more sources than can be read is not said to lack anything', async () => {
  expect((await gatherFacts(projectWith(600))).isWhole).toBe(true)
  expect((await gatherFacts(projectWith(4_001))).isWhole).toBe(false)
})

test('a project that stays as it is is read once, however many documents are held against it', async () => {
  let lists = 0
  const project: Project = { ...projectWith(3), list: async () => [`src/${(lists += 1)}.ts`] }
  const still: Project = { ...project, isStill: true }
  expect(await gatherFacts(still)).toBe(await gatherFacts(still))
  expect((await gatherFacts(project)).files).not.toEqual((await gatherFacts(project)).files)
})
