import { isJson } from '../../kit/parse.ts'
import { extname } from 'node:path'
import { largestFence } from '../../checks/fenced-blocks.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'

/**
 * The artifact as a file of that name holds it: what stands in its fence, not the Markdown around it, and JSON
 * where the name says so. An error says why it cannot be.
 */
export async function inFormatOf(path: string, artifact: string): AsyncResult<string, string> {
  const extension = extname(path).toLowerCase()
  if (extension === '' || /^\.(?:md|markdown|mdx|txt)$/.test(extension)) return ok(artifact)
  const text = largestFence(artifact) ?? artifact
  if (extension !== '.json' || isJson(text)) return ok(text)
  const { parseDocument } = await import('yaml')
  const document = parseDocument(text)
  const value: unknown = document.errors.length === 0 ? document.toJS() : null
  return typeof value === 'object' && value !== null
    ? ok(`${JSON.stringify(value, null, 2)}\n`)
    : err('the artifact cannot be written as JSON')
}

/** Why a file is not what its name says its readers will find; null where it is. */
export function notItsFormat(path: string, text: string): string | null {
  const extension = extname(path).toLowerCase()
  if (extension === '.json' && !isJson(text)) return 'the file is named .json and holds no JSON'
  return /^\.ya?ml$/.test(extension) && largestFence(text) !== null && text.includes('\n```')
    ? 'the file is named as YAML and holds Markdown with a code fence'
    : null
}
