import { join } from 'node:path'
import { findProgram } from './doctor/programs.ts'
import { packageFile } from './package-files.ts'

/** How another program starts us: by name where the PATH or the project has it, else by where we are. */
export async function ownProgram(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly [string, ...string[]]> {
  const isThere = async (name: string) => (await findProgram(name, { env, cwd: root })) !== null
  if (await isThere('loopwright')) return ['loopwright']
  const own = `./${join('node_modules', '.bin', 'loopwright')}`
  return (await isThere(own)) ? [own] : ['node', packageFile('bin/loopwright.mjs')]
}
