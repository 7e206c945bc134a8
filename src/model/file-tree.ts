/** The text files of a project by their path from its root, with `/` between folders. */
export type FileTree = ReadonlyMap<string, string>
