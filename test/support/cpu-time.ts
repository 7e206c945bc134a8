/** Milliseconds that this thread has worked; a busy machine stretches the clock, not this. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
