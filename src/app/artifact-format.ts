import { extname } from 'node:path'
import { largestFence } from '../checks/fenced-blocks.ts'

/** A YAML, JSON or source file holds what stands in the artifact's fence, not the Markdown around it. */
export function inFormatOf(path: string, artifact: string): string {
  const extension = extname(path).toLowerCase()
  const isText = extension === '' || /^\.(?:md|markdown|mdx|txt)$/.test(extension)
  return isText ? artifact : (largestFence(artifact) ?? artifact)
}
