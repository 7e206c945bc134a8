import { exitCodes, type Problem } from '../../model/problem.ts'

const known: Readonly<Record<string, readonly [what: string, todo: string]>> = {
  ENOSPC: ['the disk is full', 'make room, then: loopwright resume. Nothing recorded is lost'],
  EDQUOT: [
    'the disk quota is used up',
    'make room, then: loopwright resume. Nothing recorded is lost',
  ],
  EROFS: ['the file system is read-only', 'work in a folder that can be written'],
  EACCES: ['permission denied', 'give write permission, or work in another folder with --cwd'],
  EPERM: ['not permitted', 'give write permission, or work in another folder with --cwd'],
  EIO: [
    'the disk reported an error',
    'check the disk; recorded events are safe once they are shown',
  ],
  ELINK: [
    'a symbolic link stands where Loopwright keeps state',
    'remove the link; links are not followed, so that nothing escapes its folder',
  ],
  EOUTSIDE: ['a path leads out of the workspace', 'use a path inside the workspace'],
  EDAMAGED: [
    'a file that Loopwright keeps was damaged',
    'restore it, or remove it and try again; the history holds all that was recorded',
  ],
  EISDIR: ['a folder stands where a file belongs', 'move the folder away, then try again'],
  ENOTDIR: ['a file stands where a folder belongs', 'move the file away, then try again'],
  EMFILE: ['too many open files', 'raise the limit (ulimit -n) or run fewer loops at once'],
}

/** What the databases of records call it. */
const databaseCodes: Readonly<Record<string, string>> = {
  '8': 'EROFS',
  '10': 'EIO',
  '13': 'ENOSPC',
  '53100': 'ENOSPC',
}

function codeOf(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  // SQLite counts its errors
  const number = 'errcode' in error ? String(Number(error.errcode) & 255) : code
  return databaseCodes[number] ?? code
}

/** What the outside threw, as something a person can act on. Anything unknown is a bug and shows where. */
export function translateError(error: unknown): Problem {
  if (!(error instanceof Error)) return { exit: 5, what: String(error) }
  const code = codeOf(error)
  const path = 'path' in error && typeof error.path === 'string' ? error.path : undefined
  const messages = known[code]
  if (messages)
    return {
      exit: 5,
      what: `${messages[0]} (${code})`,
      ...(path === undefined ? {} : { where: path }),
      todo: messages[1],
    }
  if (code === 'ELOCKED')
    return {
      exit: exitCodes.usage,
      what: error.message,
      ...(path === undefined ? {} : { where: path }),
      todo: 'go on when they are done: loopwright track run; if that program is gone, remove .metadata.lock',
    }
  if (error.message.startsWith('corrupt history'))
    return { exit: 5, what: error.message, todo: 'prove which line: loopwright verify <run>' }
  const [, first = ''] = error.stack?.split('\n') ?? []
  return {
    exit: 5,
    what: `internal error: ${error.message}`,
    where: first.trim().replace(/^at /, ''),
    todo: 'this is a bug in Loopwright; the run is safe and can be resumed',
  }
}
