import type { MethodName } from './method.ts'
import { methodFor } from './methods.ts'
import { runWorld } from './run-world.ts'
import type { WorldResult } from './summary.ts'
import { makeWorld, type WorldKind } from './world.ts'

export type WorldOrder = {
  readonly kind: WorldKind
  readonly seed: number
  readonly orders: number
  readonly methods: readonly MethodName[]
}

/** All methods in the same world, one after the other. */
export function simulateWorld({ kind, seed, orders, methods }: WorldOrder): WorldResult {
  const world = makeWorld(kind, seed, orders)
  return {
    seed,
    runs: Object.fromEntries(
      methods.map((method) => [method, runWorld(world, methodFor(method, world))]),
    ),
  }
}
