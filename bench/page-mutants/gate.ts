import type { Gate } from './measure.ts'

export async function openGate(): Promise<{ readonly judge: Gate; close(): Promise<void> }> {
  throw new Error('no gate yet')
}
