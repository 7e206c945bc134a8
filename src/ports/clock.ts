/** Wall time for stamps, monotonic time for durations. */
export type Clock = { now(): Date; elapsedMs(): number }
