import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { House } from '../app.ts'
import type { Problem } from '../model/problem.ts'
import { err, ok, type Result } from '../model/result.ts'

const execute = promisify(execFile)

/** The full id of a commit that somebody names by a branch, a tag or the start of its id. */
export async function commitNamed(house: House, name: string): Promise<Result<string, Problem>> {
  const unknown = err<Problem>({
    exit: 2,
    what: `"${name}" names no commit of this repository`,
    todo: 'name a branch, a tag, or a commit such as HEAD~1',
  })
  // a name that begins with a dash would be an option of git
  if (name === '' || name.startsWith('-')) return unknown
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]
  const said = await execute('git', args, { cwd: house.root }).catch(() => null)
  return said === null ? unknown : ok(said.stdout.trim())
}
