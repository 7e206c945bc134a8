import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { badConfig, messageOf, readYaml } from '../engine/read-yaml.ts'
import { Config } from '../model/config.ts'
import { type AsyncResult, err, ok } from '../model/result.ts'
import { configName } from './find-root.ts'

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
