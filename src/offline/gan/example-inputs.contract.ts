import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Sources } from './ask-input.ts'
import { type Inputs, readInputs } from './read-inputs.ts'

/** The example projects: their folder under examples/gan. */
export const examples = [
  { name: 'kettle-and-chain', folder: '.' },
  { name: 'slow-ground', folder: 'slow-ground' },
  { name: 'brass-and-thunder', folder: 'brass-and-thunder' },
  { name: 'tide-house', folder: 'tide-house' },
  { name: 'northline', folder: 'northline' },
] as const
export type Example = (typeof examples)[number]

const root = resolve(import.meta.dirname, '../../../examples/gan')

/** The texts of an example as they stand in its folder. */
export function sourcesOf({ name, folder }: Pick<Example, 'name' | 'folder'>): Sources {
  const read = (path: string) => readFileSync(resolve(root, folder, path), 'utf8')
  return {
    projectId: name,
    brief: read('BRIEF.md'),
    copy: read('copy.json'),
    tokens: read('tokens.json'),
    brand: {
      voice: read('brand/brand-voice.md'),
      visual: read('brand/visual-identity.md'),
      audience: read('brand/target-audience.md'),
    },
  }
}

export async function inputsOf(sources: Sources): Promise<Inputs> {
  const inputs = await readInputs(sources)
  if (!inputs.ok) throw new Error(inputs.error.join('\n'))
  return inputs.value
}

export const exampleInputs = (example: Pick<Example, 'name' | 'folder'>): Promise<Inputs> =>
  inputsOf(sourcesOf(example))
