import type { Context } from './terminal.ts'

/** Standard input to its end, or the beginning of what is longer than that. */
export async function readAll(stdin: Context['stdin'], most = Infinity): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk)
    chunks.push(bytes)
    size += bytes.length
    if (size > most) break
  }
  return Buffer.concat(chunks)
}
