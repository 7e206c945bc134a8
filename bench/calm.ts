import { cpus } from 'node:os'
import type { Options } from './measure.ts'

const sampleMs = 250
const calmShare = 0.9

/** Waits until the machine's cores are idle before a round, within a budget for the whole run. */
export function openCalm({ quick, tiny, log }: Pick<Options, 'quick' | 'tiny' | 'log'>) {
  let budget = quick ? 20_000 : 600_000
  return async (): Promise<void> => {
    if (tiny) return
    let told = false
    while (budget > 0) {
      const before = times()
      await new Promise((resolve) => setTimeout(resolve, sampleMs))
      const after = times()
      if ((after.idle - before.idle) / (after.all - before.all) >= calmShare) return
      budget -= sampleMs
      if (!told) log('waiting for the machine to be calm')
      told = true
    }
  }
}

function times() {
  const each = cpus().map((cpu) => cpu.times)
  const idle = each.reduce((sum, core) => sum + core.idle, 0)
  const all = each.reduce(
    (sum, core) => sum + core.idle + core.user + core.sys + core.nice + core.irq,
    0,
  )
  return { idle, all }
}
