import { nothingYet, settle } from './brief-found.ts'
import type { Notes } from './brief-found.ts'
import { isDemand } from './brief-groups.ts'
import type { Item } from './brief-item.ts'
import { itemsOf } from './brief-items.ts'
import type { Listed } from './brief-nouns.ts'
import { readGroup } from './brief-read-group.ts'
import { readBelonging, readNouns } from './brief-read-nouns.ts'
import { listedName } from './brief-reader.ts'
import type { Reader } from './brief-reader.ts'
import { clausesOf } from './brief-tokens.ts'

/** Walks the prompt clause by clause and notes what is asked of which thing. */
export function scan(text: string, notes: Notes = nothingYet()): Notes {
  let section: readonly Listed[] = []
  for (const clause of clausesOf(text)) {
    const items = itemsOf(clause.tokens)
    section = sectionAt(items) ?? (clause.item ? section : [])
    const named = items.some(({ is }) => is === 'noun') ? [] : [...notes.resources]
    const open = named.filter(([, { operations }]) => operations.size === 0)
    readClause({
      notes,
      tokens: clause.tokens,
      items,
      clause,
      targets: section,
      acted: false,
      open: open.map(([name]) => name),
    })
  }
  settle(notes)
  return notes
}

/** "Orders" alone on a line is what the list below it speaks of. */
function sectionAt(items: readonly Item[]): readonly Listed[] | null {
  const [noun, colon, ...more] = items
  if (noun?.is !== 'noun' || !noun.plural || more.length > 0) return null
  if (colon !== undefined && colon.is !== 'mark') return null
  return [{ noun, parent: null, group: null, fieldsAt: null }]
}

function readClause(reader: Reader): void {
  const { items, notes } = reader
  let at = 0
  while (at < items.length) {
    const item = items[at]
    if (isDemand(item) || (item?.is === 'not' && isDemand(items[at + 1])))
      at = readGroup(reader, at)
    else if (item?.is === 'noun') at = readNouns(reader, at)
    else if (item?.is === 'belong') at = readBelonging(reader, at)
    else {
      if (item?.is === 'all') reader.targets = [...notes.resources.keys()].map(listedName)
      at += 1
    }
  }
}
