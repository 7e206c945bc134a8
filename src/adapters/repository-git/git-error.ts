import type { RepositoryError } from '../../ports/repository.ts'

type GitFailure =
  | { readonly type: 'not-started'; readonly code: string }
  | { readonly type: 'timed-out' }
  | { readonly type: 'too-much' }
  | { readonly type: 'ended'; readonly code: number | null; readonly stderr: string }

type Asked = { readonly cwd: string; readonly args: readonly string[] }

export function gitErrorOf(failure: GitFailure, asked: Asked): RepositoryError {
  const verb = asked.args.find((word) => /^[a-z][a-z-]+$/.test(word)) ?? 'git'
  switch (failure.type) {
    case 'not-started':
      // a folder that does not exist gives the same code as a missing program
      return failure.code === 'ENOENT'
        ? {
            type: 'no-git',
            what: `git could not be started in ${asked.cwd}`,
            todo: 'install git, put it on the PATH, and check that the folder exists',
          }
        : { type: 'failed', what: `git could not be started: ${failure.code || 'refused'}` }
    case 'timed-out':
      return {
        type: 'timed-out',
        what: `git ${verb} took too long and was ended`,
        todo: 'look for a filter or a slow disk that holds git up, then try again',
      }
    case 'too-much':
      return { type: 'failed', what: `git ${verb} printed more than can be read` }
    case 'ended':
      return endedBadly(verb, failure)
  }
}

function endedBadly(
  verb: string,
  { code, stderr }: Extract<GitFailure, { type: 'ended' }>,
): RepositoryError {
  if (/not a git repository/i.test(stderr))
    return {
      type: 'not-a-repository',
      what: 'this folder is not in a git repository',
      todo: 'run `git init`, commit what is there, and try again',
    }
  if (/dubious ownership|unsafe repository/i.test(stderr))
    return {
      type: 'not-trusted',
      what: 'git does not trust this repository, because another user owns it',
      todo: 'add the folder to git’s safe.directory setting if you trust it',
    }
  if (/must be run in a work tree|cannot use bare repository/i.test(stderr)) return bareError
  const embedded = /'([^']*)' does not have a commit checked out/.exec(stderr)
  if (embedded)
    return {
      type: 'failed',
      what: `${embedded[1] ?? 'a folder'} is a git repository of its own without a commit`,
      todo: 'a change may not hold another repository; remove its .git folder',
    }
  const said = stderr.trim().split('\n').slice(-3).join('; ').slice(0, 600)
  return {
    type: 'failed',
    what: `git ${verb} failed (${code ?? 'killed'}): ${said || 'no reason'}`,
  }
}

export const bareError: RepositoryError = {
  type: 'bare',
  what: 'this is a bare repository, without a checkout',
  todo: 'work in a clone of it',
}
