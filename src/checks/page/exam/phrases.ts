import { type Answer, met, spoilt, unmet } from '../../../obligations/examine.ts'
import { laterAgainst, sentenceAgainst } from '../../../obligations/taken-back.ts'
import { quote } from '../score/define-rule.ts'
import { type Shown, squeezed } from './parts.ts'

/** The words as a reader sees them: in the text, on a control, in the title. */
export function findPhrase({ view, facts, text, opened }: Shown, phrase: string): Answer {
  const wanted = squeezed(phrase)
  const blocks = [...view.blocks, ...opened]
  const at = blocks.findIndex((each) => squeezed(each.text).includes(wanted))
  const block = blocks[at]
  if (block !== undefined) {
    const words = [block, blocks[at + 1]].map((each) => squeezed(each?.text ?? '')).join(' ')
    const start = words.indexOf(wanted)
    const isStruck = view.texts.some(
      ({ tag, text: run }) => /^(?:del|s|strike)$/.test(tag) && squeezed(run).includes(wanted),
    )
    const but = isStruck
      ? `${phrase} (struck through)`
      : (sentenceAgainst(words, start, start + wanted.length) ??
        laterAgainst(
          block.text,
          blocks.slice(at + 1).map((each) => each.text),
        ))
    return but === null
      ? met(`${quote(phrase)} stands at ${block.selector}`, block.selector)
      : spoilt(met(`${quote(phrase)} stands at ${block.selector}`), quote(but))
  }
  if (squeezed(text).includes(wanted)) return met(`${quote(phrase)} stands on the page`, 'body')
  const control = view.controls.find(
    ({ visible, name, placeholder }) =>
      visible && [name, placeholder ?? ''].some((each) => squeezed(each).includes(wanted)),
  )
  if (control !== undefined)
    return met(`${control.selector} is called ${quote(control.name)}`, control.selector)
  if (squeezed(facts.title).includes(wanted))
    return met(`the title is ${quote(facts.title)}`, 'title')
  return unmet(`${quote(phrase)} does not stand on the page`)
}
