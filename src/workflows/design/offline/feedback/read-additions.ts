import { attributeIn, attributesIn } from '../read/attributes.ts'
import { partType } from '../read/parts.ts'
import type { Command, Place } from './commands.ts'
import { match, name } from './sentence-pattern.ts'

/** Requests that add something: a goal, a step, a flow, an entity, an attribute or a part of a screen. */
export function additions(said: string): readonly Command[] {
  const goal =
    match(
      said,
      `(?:add|state|include) (?:a|an|the|another|one more)?\\s*(?:new |further )?goal(?: that says| that|,)?\\s*[:\\-–—]?\\s*(.+)`,
    ) ??
    match(said, `(?:a|the|another|one more) goal (?:is|should be)\\s*:?\\s*(.+)`) ??
    match(said, `goal\\s*:\\s*(.+)`)
  if (goal !== null) return [{ do: 'add-goal', text: goal[0] ?? '' }]
  if (!/^(?:add|include|create|insert|introduce|put)\b/i.test(said)) return []
  return [
    ...addStep(said),
    ...addFlow(said),
    ...addEntity(said),
    ...addAttribute(said),
    ...addComponent(said),
  ]
}

function addStep(said: string): readonly Command[] {
  const found =
    match(
      said,
      `(?:add|insert|include|put) (?:an?|the|another)?\\s*(?:new )?step\\s*[:,]?\\s*("[^"]+"|.+?) (?:to|in|into|at the (?:start|end) of) (?:the )?(.+)`,
    ) ??
    match(
      said,
      `(?:add|insert|include|put) ("[^"]+") as (?:an?|the|another)(?: \\w+)? step (?:to|in|into|of) (?:the )?(.+)`,
    )
  if (found === null) return []
  const [text = '', rest = ''] = found
  const relative = /^(.+?),?\s+(after|before)\s+(.+)$/i.exec(rest)
  const flow = relative?.[1] ?? rest
  return [
    {
      do: 'add-step',
      text,
      flow: flow.replace(/,?\s+(?:at the (?:end|start)|first|last)$/i, ''),
      place: placeIn(said, relative),
    },
  ]
}

function placeIn(said: string, relative: RegExpExecArray | null): Place {
  if (relative !== null)
    return {
      at: relative[2]?.toLowerCase() === 'before' ? 'before' : 'after',
      step: relative[3] ?? '',
    }
  return /\bat the start\b|\bfirst$/i.test(said) ? { at: 'start' } : { at: 'end' }
}

function addFlow(said: string): readonly Command[] {
  const found = match(
    said,
    `(?:add|create|include) (?:an?|the|another)?\\s*(?:new )?(?:user )?(?:flow|journey|scenario)\\s*(?:called|named|for|:|,)?\\s*("[^"]+"|[^:"]+?)(?: for (?:an?|the) ([^:"]+?))?(?:\\s*(?::|with the steps:?|with steps:?)\\s*(.+))?`,
  )
  if (found === null) return []
  const [called = '', actor = '', listed = ''] = found
  return [
    {
      do: 'add-flow',
      name: called,
      actor,
      steps: listed.split(/\s*(?:→|->|;|,(?=\s))\s*/).filter((step) => step !== ''),
    },
  ]
}

function addEntity(said: string): readonly Command[] {
  const found = match(
    said,
    `(?:add|create|include) (?:an?|the|another)?\\s*(?:new )?(?:entity|table|record type)\\s*(?:called|named|for|:)?\\s*("[^"]+"|[^:"(]+?)(?:\\s*(?:with|:|having|\\()\\s*(?:the )?(?:attributes|fields)?\\s*:?\\s*(.+?)\\)?)?`,
  )
  if (found === null) return []
  return [
    {
      do: 'add-entity',
      name: found[0] ?? '',
      attributes: attributesIn((found[1] ?? '').replaceAll('"', '')),
    },
  ]
}

function addAttribute(said: string): readonly Command[] {
  const found = match(
    said,
    `(?:add|include|insert|introduce|put) (?:an?|the|another)?\\s*(?:new )?(required |mandatory |optional )?(?:attribute|field|property|column)?\\s*(?:called|named|for)?\\s*(?:an? |the )?(.+?) (?:to|in|into|on|for) (?:the |each |every )?${name}`,
  )
  if (found === null) return []
  const [how = '', text = '', entity = ''] = found
  const said2 = text
    .replace(/\s+(?:attribute|field|property|column)(?=\s*(?:\(|$))/i, '')
    .replaceAll('"', '')
  const attribute = attributeIn(said2.replace(/^of type\s+/i, ''))
  if (attribute === null) return []
  const required = how === '' ? attribute.required : !/optional/i.test(how)
  return [{ do: 'add-attribute', entity, attribute: { ...attribute, required } }]
}

const partWords =
  'screen|page|view|dashboard|button|component|list|table|field|form|dialog|panel|menu|toggle|link|checkbox|filter|picker|chart|calendar|banner|section|search'

function addComponent(said: string): readonly Command[] {
  const called = match(
    said,
    `(?:add|create|include|put|insert) (?:an?|the|another)?\\s*(?:new )?(${partWords})\\s*(?:called|named|labelled|:)?\\s*("[^"]+"|[^"]{2,60}?)(?:,? (?:to|on|in|into|onto) (?:the )?(.+?))?(?:,? (?:that|which|to) (.+))?`,
  )
  const quoted = match(
    said,
    `(?:add|create|include|put|insert) (?:an?|the|another)?\\s*(?:new )?("[^"]+"|[^"]{2,50}?) (${partWords})(?:,? (?:to|on|in|into|onto) (?:the )?(.+?))?(?:,? (?:that|which) (.+))?`,
  )
  const commands: Command[] = []
  const isCalled = /\b(?:called|named|labelled)\b/i.test(said)
  if (quoted !== null && !isCalled)
    commands.push(
      part({
        word: quoted[1] ?? '',
        own: quoted[0] ?? '',
        on: quoted[2] ?? '',
        told: quoted[3] ?? '',
      }),
    )
  if (called !== null && !/^(?:to|on|in|for|that|which|where|with)\b/i.test(called[1] ?? ''))
    commands.push(
      part({
        word: called[0] ?? '',
        own: called[1] ?? '',
        on: called[2] ?? '',
        told: called[3] ?? '',
      }),
    )
  return commands
}

function part({
  word,
  own,
  on,
  told,
}: {
  word: string
  own: string
  on: string
  told: string
}): Command {
  const plainName = own.replaceAll('"', '').trim()
  // "a screen called Bill page" needs no second word for it
  const isSaid = /^component$/i.test(word) || partType(plainName) === partType(word)
  const full = isSaid ? plainName : `${plainName} ${word.toLowerCase()}`
  return { do: 'add-component', name: full, type: partType(full) ?? 'data', on, description: told }
}
