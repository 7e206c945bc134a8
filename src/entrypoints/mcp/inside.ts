import { existsSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isInside } from '../../kit/inside.ts'
import { usageProblem, type Problem } from '../../model/problem.ts'

/** Why a path is not looked at; null where it lies in the workspace. Links are followed. */
export function outsideOf(root: string, path: string): Problem | null {
  const full = resolve(root, path)
  const real = realOf(full)
  return isInside(realOf(root), real) && !path.includes('\0')
    ? null
    : usageProblem('a path leads out of the workspace', 'use a path inside the workspace', path)
}

/** Where a path really leads, as far as it exists. */
function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = resolve(path, '..')
    return parent === path ? path : join(realOf(parent), path.slice(parent.length))
  }
}

/** The first of the arguments that leads out of the workspace. Whether one is a path is not known: prose is none, unless it is there. */
export function pathOutside(root: string, given: unknown): Problem | null {
  for (const text of textsIn(given)) {
    const isProse = /\s/.test(text) && !existsSync(resolve(root, text))
    const problem = isProse ? null : outsideOf(root, text)
    if (problem !== null) return problem
  }
  return null
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
