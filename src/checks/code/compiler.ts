import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export type NativeCompiler = { readonly folder: string; readonly version: string }

/** Where a job behind walls sees the compiler. */
export const compilerAt = '/opt/typescript'

export const noCompiler =
  'there is no TypeScript compiler; in the project: npm install --save-dev typescript@7'

/**
 * The TypeScript compiler of a project, or one that is installed beside Loopwright. Only since version 7
 * it is a program of its own, in a package for each platform.
 */
export function findCompiler(...projects: readonly string[]): NativeCompiler | null {
  const own = projects.map((folder) => join(folder, 'package.json'))
  return (
    [...own, import.meta.url].map(compilerFrom).find((nativeCompiler) => nativeCompiler !== null) ??
    null
  )
}

function compilerFrom(place: string): NativeCompiler | null {
  try {
    const fromTypeScript = createRequire(createRequire(place).resolve('typescript/package.json'))
    const manifest = `@typescript/typescript-${process.platform}-${process.arch}/package.json`
    const { version }: { version: string } = fromTypeScript(manifest)
    return { folder: join(dirname(fromTypeScript.resolve(manifest)), 'lib'), version }
  } catch {
    return null
  }
}
