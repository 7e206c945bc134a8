export type AppendFile = {
  size(): Promise<number>
  append(bytes: Uint8Array): Promise<void>
  /** Returns when all that was appended is on the disk. */
  sync(): Promise<void>
  truncate(size: number): Promise<void>
  close(): Promise<void>
}

/**
 * The file operations Loopwright's state rests on, few enough to simulate. Missing files are null;
 * everything else that goes wrong throws the system's error, which callers translate or pass on.
 */
export type Disk = {
  read(path: string): Promise<Uint8Array | null>
  /** What follows an offset; a disk may stop after `most` bytes. */
  readFrom(path: string, offset: number, most?: number): Promise<Uint8Array | null>
  size(path: string): Promise<number | null>
  /** Another word whenever the file was written to; null where there is none. */
  stamp(path: string): Promise<string | null>
  openAppend(path: string): Promise<AppendFile>
  /** Writes beside and renames over: readers see the old content or the new, never half of one. */
  replace(path: string, content: string | Uint8Array): Promise<void>
  /** Creates the file whole and on the disk, or answers false because it is there already. */
  create(path: string, text: string): Promise<boolean>
  /** Writes and waits for the disk, directory entry included. */
  writeDurably(path: string, content: string | Uint8Array): Promise<void>
  remove(path: string): Promise<void>
  removeTree(path: string): Promise<void>
  list(path: string): Promise<readonly string[]>
  /** A real folder; a link to one is none. */
  isFolder(path: string): Promise<boolean>
}

/** A disk that tells of each path before it looks there. */
export function watchedDisk(disk: Disk, look: (path: string) => void): Disk {
  const lookAt = (path: string) => {
    look(path)
    return path
  }
  return {
    ...disk,
    read: (path) => disk.read(lookAt(path)),
    readFrom: (path, ...part) => disk.readFrom(lookAt(path), ...part),
    size: (path) => disk.size(lookAt(path)),
    stamp: (path) => disk.stamp(lookAt(path)),
    list: (path) => disk.list(lookAt(path)),
    isFolder: (path) => disk.isFolder(lookAt(path)),
  }
}

/** The text of bytes in UTF-8, or null where they are none. */
export function utf8Of(bytes: Uint8Array, options: { readonly ignoreBOM?: boolean } = {}) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ...options }).decode(bytes)
  } catch {
    return null
  }
}

/** The text of a file; null where there is none, or where it is no text. */
export async function readText(disk: Pick<Disk, 'read'>, path: string): Promise<string | null> {
  const bytes = await disk.read(path)
  return bytes === null ? null : utf8Of(bytes)
}
