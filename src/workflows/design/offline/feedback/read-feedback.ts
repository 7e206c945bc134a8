import { limits } from '../limits.ts'
import { attributeIn } from '../read/attributes.ts'
import { givenType } from '../read/attribute-types.ts'
import { requirementIn } from '../read/ears.ts'
import { looksRelated } from '../read/relationships.ts'
import { storiesIn } from '../read/stories.ts'
import { bare, collapse, cut, plain, readable } from '../text/plain-text.ts'
import { sentences } from '../text/sentences.ts'
import { theirs } from '../text/person.ts'
import type { Command } from './commands.ts'
import { additions } from './read-additions.ts'
import { match, name } from './sentence-pattern.ts'

const mostSentences = 60

/** The requests of a person's feedback: its lines, bullets and sentences, one by one. */
export function requestsIn(feedback: readonly string[]): readonly string[] {
  return feedback
    .flatMap((text) => readable(text).slice(0, 20_000).split('\n'))
    .map((line) => plain(line).replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ x]?\]\s+)?/i, ''))
    .flatMap((line) => sentences(straight(line)))
    .flatMap((sentence) =>
      sentence.split(
        /;\s+|,?\s+and\s+(?=(?:please\s+)?(?:rename|remove|delete|add|make|change|drop|move|call)\s)/i,
      ),
    )
    .map((request) => bare(request))
    .filter((request) => request !== '')
    .slice(0, mostSentences)
}

const straight = (text: string): string =>
  text
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/(?<![\p{L}\d])['`]([^'`"\n]{1,120})['`](?![\p{L}\d])/gu, '"$1"')

const polite =
  /^(?:(?:please|also|and|then|next|finally|first|could you|can you|would you|you should|you must|we should|we need to|we must|i want you to|i'd like you to|i would like you to|let's|kindly|just)[\s,]+)+/i

/** The ways a request can be understood, the likeliest first. None where it names nothing to do. */
export function commandsIn(request: string): readonly Command[] {
  const said = collapse(cut(request, limits.sentence))
    .replace(polite, '')
    .replace(/\s*,?\s*please$/i, '')
  return [
    ...renames(said),
    ...additions(said),
    ...settings(said),
    ...removals(said),
    ...needs(said),
    ...sentencesOfTheirOwn(said),
  ]
}

function renames(said: string): readonly Command[] {
  const found =
    match(said, `(?:rename|re-name|relabel) ${name} (?:to|into|as) (.+)`) ??
    match(said, `(?:change|set) the (?:name|title|label) of ${name} (?:to|into) (.+)`) ??
    match(
      said,
      `${name} (?:should|must|ought to|needs to|has to) be (?:called|named|renamed to|renamed|labelled) (.+)`,
    ) ??
    match(said, `call ${name} (".+"|[^"]+?) instead`) ??
    match(said, `call ${name} ("[^"]+")`)
  if (found !== null) return [{ do: 'rename', what: found[0] ?? '', to: found[1] ?? '' }]
  const instead = match(said, `(?:use|say|write) ("[^"]+") instead of ("[^"]+")`)
  return instead === null ? [] : [{ do: 'rename', what: instead[1] ?? '', to: instead[0] ?? '' }]
}

function removals(said: string): readonly Command[] {
  const found =
    match(said, `(?:remove|delete|drop|leave out|get rid of|take out|omit|scrap) (.+)`) ??
    match(said, `(?:we|i) (?:do not|don't) (?:need|want) (.+)`) ??
    match(
      said,
      `${name} (?:is|are) (?:not needed|unnecessary|superfluous|not wanted|out of scope)(?: any ?more)?`,
    )
  return found === null ? [] : [{ do: 'remove', what: found[0] ?? '' }]
}

function settings(said: string): readonly Command[] {
  const required =
    match(said, `(?:make|mark) ${name} (?:as )?(required|mandatory|optional)`) ??
    match(
      said,
      `${name} (?:should|must|needs to|has to|is|are|ought to)(?: always)?(?: be)? (required|mandatory|optional|not required)`,
    )
  if (required !== null)
    return [
      {
        do: 'require',
        what: required[0] ?? '',
        required: /^(?:required|mandatory)$/i.test(required[1] ?? ''),
      },
    ]
  const typed =
    match(said, `(?:change|set) the (?:data )?type of ${name} (?:to|as|into) (?:an? )?(.+)`) ??
    match(said, `the (?:data )?type of ${name} (?:should be|must be|is) (?:an? )?(.+)`) ??
    match(said, `(?:make|change) ${name} (?:to )?an? (.+)`) ??
    match(said, `${name} (?:should|must|has to) be (?:of type |an? )(.+)`)
  const type = typed === null ? null : givenType((typed[1] ?? '').replaceAll('"', ''))
  if (typed !== null && type !== null)
    return [{ do: 'retype', what: typed[0] ?? '', type: type.type, note: type.description }]
  const described =
    match(said, `(?:describe|explain) ${name} (?:as|with|by) (.+)`) ??
    match(
      said,
      `the description of ${name} (?:should (?:be|say|read)|must (?:be|say))(?: that)?\\s*:?\\s*(.+)`,
    )
  if (described !== null)
    return [{ do: 'describe', what: described[0] ?? '', text: described[1] ?? '' }]
  const moved = match(said, `move ${name} (?:to|into|onto|on) (.+)`)
  if (moved !== null) return [{ do: 'move', what: moved[0] ?? '', to: moved[1] ?? '' }]
  const actor =
    match(said, `the actor of ${name} (?:is|should be|must be) (.+)`) ??
    match(said, `${name} (?:is|should be|must be) (?:done|carried out|started|performed) by (.+)`)
  return actor === null ? [] : [{ do: 'set-actor', flow: actor[0] ?? '', actor: actor[1] ?? '' }]
}

/** "the order needs a status", "the order page must show the total". */
function needs(said: string): readonly Command[] {
  const shown =
    match(
      said,
      `${name} (?:must|should|has to|needs to|ought to|shall)(?: also)? (?:show|display|list|include|contain|present|have)s? (.+)`,
    ) ??
    match(
      said,
      `${name} (?:does not|doesn't|do not|don't) (?:show|display|list|include|contain) (.+)`,
    )
  const onto = match(said, `(?:show|display|list|put) ${name} (?:on|in) (.+)`)
  const needed =
    match(
      said,
      `${name} (?:also )?(?:needs?|requires?|lacks?|is missing|misses|should have|must have|has to have|should get)(?: to have)?(?: also)? (.+)`,
    ) ?? null
  const commands: Command[] = []
  const attribute =
    needed === null
      ? null
      : attributeIn(
          (needed[1] ?? '')
            .replaceAll('"', '')
            .replace(/^(?:an?|the|its|some)\s+/i, '')
            .replace(/\s+(?:attribute|field|property)$/i, ''),
        )
  if (needed !== null && attribute !== null)
    commands.push({ do: 'add-attribute', entity: needed[0] ?? '', attribute })
  if (shown !== null) commands.push({ do: 'show', view: shown[0] ?? '', what: shown[1] ?? '' })
  if (onto !== null) commands.push({ do: 'show', view: onto[1] ?? '', what: onto[0] ?? '' })
  return commands
}

/** A story, a requirement or a relationship is a request as it stands. */
function sentencesOfTheirOwn(said: string): readonly Command[] {
  const [story] = storiesIn(said)
  if (story !== undefined)
    return [{ do: 'add-flow', name: theirs(story.action), actor: story.actor, steps: [] }]
  if (looksRelated(said)) return [{ do: 'relate', text: said }]
  const requirement = requirementIn(said)
  return requirement?.type === 'reaction'
    ? [
        {
          do: 'react',
          trigger: requirement.trigger,
          response: requirement.response,
          states: requirement.states,
        },
      ]
    : []
}
