import { createHash } from 'node:crypto'

/** A value as fenced data in a prompt. Content that quotes the marker cannot close it. */
export function fenced(name: string, value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  const marker = createHash('sha256').update(text).digest('hex').slice(0, 8)
  return `<${name} id="${marker}">\n${text}\n</${name} id="${marker}">`
}
