import type { Form, Vocabulary } from '../../obligations/examine.ts'
import type { Member } from '../../obligations/members.ts'
import { designVocabulary } from './exam-forms.ts'
import { fieldsIn } from './exam-field-forms.ts'
import { bare } from './exam-sentence.ts'

/** What a person who sends a design back wants changed, where it is written plainly. */
export type Change =
  | { readonly do: 'rename'; readonly from: string; readonly to: string }
  | { readonly do: 'remove'; readonly name: string }
  | { readonly do: 'add'; readonly name: string }
  | { readonly do: 'fields'; readonly owner: string; readonly fields: readonly Member[] }

const plain = (text: string): string =>
  text
    .trim()
    .replace(/^(?:an?|the|its)\s+/i, '')
    .replace(/["“”`]/g, '')
    .trim()

const polite = /^(?:please|also|then|and)[,\s]+/i
const rename = /^(?:rename|call)\s+(.+?)\s+(?:to|into|as)\s+(.+)$/i
const remove = /^(?:remove|drop|leave out|take out|get rid of)\s+(.+)$/i
const addField =
  /^(?:add|give)\s+(.+?)\s+(?:as an? (?:field|attribute) )?to\s+(?:the )?(?:entity )?`?([\p{L}-]+(?: [\p{L}-]+)?)`?$/iu
const add =
  /^add\s+(?:an? )?(?:new )?(?:view|screen|page|button|list|flow|entity|component)s? (?:called|named) (.+)$/i
const fieldWord = /^(?:an? |the )?(?:new )?(?:fields?|attributes?)\s+/i
const needs =
  /^(?:the |an? |each |every )?`?([\p{L}-]+(?: [\p{L}-]+)?)`? (?:needs|lacks|misses|is missing|should have|must have|should get)\s+(.+)$/iu
const mark =
  /^(?:make|mark)\s+(?:the )?`?([\p{L}_ -]+?)`? of (?:the |an? |each |every )?`?([\p{L}-]+(?: [\p{L}-]+)?)`? (?:as )?(required|mandatory|optional|an? \p{L}+)$/iu

/** The change a sentence asks for; null where it is not written in a form that has one meaning. */
export function changeIn(sentence: string): Change | null {
  const said = bare(sentence).replace(polite, '')
  const renamed = rename.exec(said)
  if (renamed !== null) return named(plain(renamed[1] ?? ''), plain(renamed[2] ?? ''))
  const removed = remove.exec(said)
  if (removed !== null) {
    const name = plain(removed[1] ?? '')
    return name.split(/\s+/).length > 4 ? null : { do: 'remove', name }
  }
  const newPart = add.exec(said)
  if (newPart !== null) return { do: 'add', name: plain(newPart[1] ?? '') }
  const marked = mark.exec(said)
  const added = addField.exec(said)
  const lacking = needs.exec(said)
  const [owner, list] =
    marked !== null
      ? [marked[2], `${marked[1] ?? ''} (${(marked[3] ?? '').replace(/^an? /i, '')})`]
      : added !== null
        ? [added[2], (added[1] ?? '').replace(fieldWord, '')]
        : lacking !== null
          ? [lacking[1], (lacking[2] ?? '').replace(fieldWord, '')]
          : []
  const fields = owner === undefined || list === undefined ? null : fieldsIn(list)
  return owner === undefined || fields === null
    ? null
    : { do: 'fields', owner: plain(owner), fields }
}

const named = (from: string, to: string): Change | null =>
  from.split(/\s+/).length > 4 || to.split(/\s+/).length > 4 || from === '' || to === ''
    ? null
    : { do: 'rename', from, to }

const changes: Form = (sentence) => {
  const change = changeIn(sentence)
  const end = sentence.length
  switch (change?.do) {
    case undefined:
      return []
    case 'rename':
      return [
        { start: 0, end: 1, check: { type: 'name', name: change.to }, negated: false },
        { start: 1, end, check: { type: 'name', name: change.from }, negated: true },
      ]
    case 'remove':
    case 'add': {
      const check = { type: 'name', name: change.name } as const
      return [{ start: 0, end, check, negated: change.do === 'remove' }]
    }
    case 'fields': {
      const { owner, fields } = change
      return [
        { start: 0, end, check: { type: 'fields', owner, fields: [...fields] }, negated: false },
      ]
    }
  }
}

/** Feedback is read like requirements, and for the changes it asks for. */
export const feedbackVocabulary: Vocabulary = {
  ...designVocabulary,
  forms: [changes, ...designVocabulary.forms],
}
