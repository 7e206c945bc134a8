const script = /\.(?:[cm]?[jt]s|[jt]sx)$/

/** Files that a JavaScript or TypeScript parser reads. */
export const isScriptPath = (path: string): boolean => script.test(path)

export type ScriptLanguage = 'js' | 'jsx' | 'ts' | 'tsx' | 'dts'

export function languageOf(path: string): ScriptLanguage {
  if (/\.d\.[cm]?ts$/.test(path)) return 'dts'
  if (path.endsWith('.tsx')) return 'tsx'
  return /\.[cm]?ts$/.test(path) ? 'ts' : 'jsx'
}
