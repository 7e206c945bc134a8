import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { z } from 'zod'
import { Config } from '../model/config.ts'
import { type Problem, usageProblem } from '../model/problem.ts'
import { type AsyncResult, err, ok, type Result } from '../model/result.ts'

const configName = 'loopwright.yaml'

/** The nearest folder upwards with a loopwright.yaml, or the folder itself. */
export function findRoot(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, configName))) return folder
    if (dirname(folder) === folder) return from
  }
}

/** Reads loopwright.yaml, and the workflow's own config file, which wins for its workflow. */
export async function readConfig(root: string): AsyncResult<Config> {
  const read = await readYaml(join(root, configName), Config)
  if (!read.ok) return read
  const own = await readEvolutionPath(root)
  if (!own.ok || own.value === null) return own.ok ? read : own
  const { workflows } = read.value
  const reflex = { ...workflows.reflex, path: own.value }
  return ok({ ...read.value, workflows: { ...workflows, reflex } })
}

/** `paths.evolution` of .ai-factory/config.yaml moves the reflex files; the rest of that file is not ours. */
async function readEvolutionPath(root: string): AsyncResult<string | null> {
  const path = join(root, '.ai-factory', 'config.yaml')
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

/** Parses a YAML or JSON file with a schema; every complaint names its line. */
export async function readYaml<Value>(path: string, schema: z.ZodType<Value>): AsyncResult<Value> {
  if (!existsSync(path)) return ok(schema.parse({}))
  const { isNode, LineCounter, parseDocument } = await import('yaml')
  const text = readText(path)
  if (!text.ok) return text
  const lines = new LineCounter()
  const document = parseDocument(text.value, { lineCounter: lines })
  const [syntax] = document.errors
  if (syntax)
    return err(
      badConfig(
        `${path}:${lines.linePos(syntax.pos[0]).line}`,
        syntax.message.split(/ at line|\n/)[0] ?? '',
      ),
    )

  const value = valueOf(document)
  if (!value.ok) return err(badConfig(path, value.error))
  const parsed = schema.safeParse(value.value ?? {})
  if (parsed.success) return ok(parsed.data)
  const complaints = parsed.error.issues.slice(0, 5).map((issue) => {
    const line = lineOf(issue.path, (keys) => {
      const node = document.getIn(keys, true)
      return isNode(node) && node.range ? lines.linePos(node.range[0]).line : null
    })
    const name = issue.path.join('.')
    return `line ${line}: ${name === '' ? '' : `${name}: `}${issue.message}`
  })
  return err(badConfig(path, complaints.join('\n')))
}

function readText(path: string): Result<string> {
  try {
    return ok(readFileSync(path, 'utf8'))
  } catch (error) {
    return err(badConfig(path, `can't be read: ${messageOf(error)}`))
  }
}

/** An alias without its anchor, or too many of them, is found out only here. */
function valueOf(document: { toJS(): unknown }): Result<unknown, string> {
  try {
    return ok(document.toJS())
  } catch (error) {
    return err(messageOf(error))
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The line of the deepest part of the path that is there. */
function lineOf(
  path: readonly PropertyKey[],
  find: (path: readonly PropertyKey[]) => number | null,
): number {
  for (let length = path.length; length > 0; length -= 1) {
    const line = find(path.slice(0, length))
    if (line !== null) return line
  }
  return 1
}

const badConfig = (where: string, what: string): Problem =>
  usageProblem(what, 'correct the file; docs/configuration.md lists every key', where)
