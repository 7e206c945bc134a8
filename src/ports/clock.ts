/** Wall time for stamps, monotonic time for durations. */
export type Clock = {
  now(): Date
  elapsedMs(): number
  /** Lets time pass; timers of the machine do, unless the clock is not the real one. */
  wait?(ms: number): Promise<void>
}
