import { fenced } from '../../../asking/fenced.ts'
import type { FileTree } from '../../../model/file-tree.ts'
import { scopeMatcher } from '../../../ports/repository-scope.ts'
import type { Order } from '../order.ts'
import { withFollowers } from '../scope.ts'

const mostPaths = 400
const charactersPerToken = 4
/** Files are shown whole or not at all, so the estimate is stretched before one is left out. */
const stretch = 4

/** What a proposer should know of the repository: its files by name, and those in scope by content. */
export function contextOf(order: Order, files: FileTree): readonly string[] {
  const paths = [...files.keys()].toSorted()
  const shown = paths.slice(0, mostPaths)
  const more = paths.length - shown.length
  const listing = [...shown, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n')
  return [fenced('repository', listing), ...contentsInScope(order, files)]
}

function contentsInScope(order: Order, files: FileTree): readonly string[] {
  if (order.files_in_scope.length === 0) return []
  const covers = scopeMatcher(withFollowers(order.files_in_scope))
  let left = order.context_budget_estimate * charactersPerToken * stretch
  const texts: string[] = []
  for (const path of [...files.keys()].filter(covers).toSorted()) {
    const text = files.get(path) ?? ''
    if (text.length > left) continue
    left -= text.length
    texts.push(fenced('file', `${path}\n${text}`))
  }
  return texts
}
