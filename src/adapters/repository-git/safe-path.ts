/** Why an answered path is refused, or its parts. */
export type CheckedPath =
  | { readonly type: 'safe'; readonly parts: readonly string[] }
  | { readonly type: 'unsafe'; readonly why: string }

/** Only plain paths below the worktree's root are safe. Nothing here looks at the disk. */
export function checkPath(path: string): CheckedPath {
  const unsafe = (why: string): CheckedPath => ({ type: 'unsafe', why })
  if (path === '') return unsafe('it is empty')
  if (/\p{Cc}/u.test(path)) return unsafe('it holds a control character')
  if (path.includes('\\')) return unsafe('it holds a backslash; folders are separated by "/"')
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path) || path.startsWith('~'))
    return unsafe('it is absolute; paths begin at the repository’s root')
  if (!path.isWellFormed()) return unsafe('it is not valid text')
  const parts = path.split('/').filter((part) => part !== '.')
  if (parts.includes('..')) return unsafe('it holds ".."')
  if (parts.length === 0 || parts.includes('')) return unsafe('it holds an empty name')
  if (parts.some(meansGitFolder)) return unsafe('it leads into git’s own folder')
  if (parts.some((part) => Buffer.byteLength(part) > 255)) return unsafe('a name in it is too long')
  return { type: 'safe', parts }
}

/** Some file systems ignore case, trailing dots and blanks, or invisible letters, or know short names. */
function meansGitFolder(part: string): boolean {
  const plain = part
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .replace(/[ .]+$/, '')
    .replace(/:.*$/, '')
  return plain === '.git' || /^git~\d+$/.test(plain)
}
