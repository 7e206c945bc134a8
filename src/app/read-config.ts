import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { badConfig, messageOf, readYaml } from '../engine/read-yaml.ts'
import { Config } from '../model/config.ts'
import { type AsyncResult, err, ok } from '../model/result.ts'

const configName = 'loopwright.yaml'

/** The nearest folder upwards with a loopwright.yaml, or the folder itself. */
export function findRoot(from: string, look?: (path: string) => void): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, configName)
    look?.(path)
    if (existsSync(path)) return folder
    if (dirname(folder) === folder) return from
  }
}

/** Reads loopwright.yaml, and the workflow's own config file, which wins for its workflow. */
export async function readConfig(root: string, look?: (path: string) => void): AsyncResult<Config> {
  const read = await readYaml(join(root, configName), Config)
  if (!read.ok) return read
  const ownPath = join(root, '.ai-factory', 'config.yaml')
  look?.(ownPath)
  const own = await readEvolutionPath(ownPath)
  if (!own.ok || own.value === null) return own.ok ? read : own
  const { workflows } = read.value
  const reflex = { ...workflows.reflex, path: own.value }
  return ok({ ...read.value, workflows: { ...workflows, reflex } })
}

/** `paths.evolution` of .ai-factory/config.yaml moves the reflex files; the rest of that file is not ours. */
async function readEvolutionPath(path: string): AsyncResult<string | null> {
  if (!existsSync(path)) return ok(null)
  const { parse } = await import('yaml')
  const { z } = await import('zod')
  const shape = z.looseObject({
    paths: z.looseObject({ evolution: z.string().min(1).optional() }).optional(),
  })
  try {
    const parsed = shape.safeParse(parse(readFileSync(path, 'utf8'), { logLevel: 'error' }) ?? {})
    if (parsed.success) return ok(parsed.data.paths?.evolution ?? null)
    return err(badConfig(path, 'paths.evolution must be a path'))
  } catch (error) {
    return err(badConfig(path, messageOf(error)))
  }
}
