/** How long each part took. For people, never part of a result. */
export type Timings = {
  time<Value>(name: string, work: () => Promise<Value>): Promise<Value>
  all(): Readonly<Record<string, number>>
}

export function startTimings(): Timings {
  const taken = new Map<string, number>()
  return {
    time: async (name, work) => {
      const start = performance.now()
      try {
        return await work()
      } finally {
        taken.set(name, Math.round((taken.get(name) ?? 0) + performance.now() - start))
      }
    },
    all: () => Object.fromEntries(taken),
  }
}
