import { existsSync, readFileSync } from 'node:fs'
import type { z } from 'zod'
import { type Problem, usageProblem } from '../model/problem.ts'
import { type AsyncResult, err, ok, type Result } from '../model/result.ts'

/** Parses a YAML or JSON file with a schema; every complaint names its line. */
export async function readYaml<Value>(
  path: string,
  schema: z.ZodType<Value>,
  todo?: string,
): AsyncResult<Value> {
  const badConfig = (where: string, what: string) => badFile(where, what, todo)
  if (!existsSync(path)) return ok(schema.parse({}))
  const { isNode, LineCounter, parseDocument } = await import('yaml')
  const text = readText(path)
  if (!text.ok) return err(badConfig(path, text.error))
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

function readText(path: string): Result<string, string> {
  try {
    return ok(readFileSync(path, 'utf8'))
  } catch (error) {
    return err(`cannot be read: ${messageOf(error)}`)
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

export const messageOf = (error: unknown) =>
  error instanceof Error ? error.message : String(error)

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

const badFile = (
  where: string,
  what: string,
  source = 'docs/configuration.md lists every key',
): Problem => usageProblem(what, `correct the file; ${source}`, where)

export const badConfig = (where: string, what: string): Problem => badFile(where, what)
