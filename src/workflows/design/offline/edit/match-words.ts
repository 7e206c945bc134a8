import type { DesignIntent } from '../../../../checks/design/intent.ts'
import { contentWords, coverage, everyWord, shared } from '../text/words.ts'

/** The components a text names in full, the longest names first. */
export function componentsFor(intent: DesignIntent, text: string): readonly string[] {
  const lower = text.toLowerCase().replace(/["“”]/g, '')
  return intent.components
    .filter(({ name }) => name.length > 2 && lower.includes(name.toLowerCase()))
    .sort((a, b) => b.name.length - a.name.length)
    .slice(0, 4)
    .map(({ id }) => id)
}

/** The entities whose names a text holds. */
export function entitiesFor(intent: DesignIntent, text: string): readonly string[] {
  const words = everyWord(text)
  return intent.dataModel.entities
    .filter(({ name }) => coverage(everyWord(name), words) === 1)
    .map(({ id }) => id)
}

/** The view that shares most words with a text; the first view, or whatever there is, where none does. */
export function viewFor(intent: DesignIntent, text: string): string {
  const words = contentWords(text)
  const views = intent.components.filter(({ type }) => type === 'view')
  let best = views[0] ?? intent.components[0]
  let most = 0
  for (const view of views) {
    const score =
      2 * shared(words, contentWords(view.name)) + shared(words, contentWords(view.description))
    if (score > most) [best, most] = [view, score]
  }
  return best?.id ?? ''
}
