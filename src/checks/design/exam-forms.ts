import type { Form, Vocabulary } from '../../obligations/examine.ts'
import { fieldRow } from '../../obligations/members.ts'
import { fields, relations } from './exam-field-forms.ts'
import {
  bare,
  bounded,
  isShort,
  most,
  noun,
  statement,
  system,
  turned,
  whole,
} from './exam-sentence.ts'

const may =
  '(?:can|may|must be able to|should be able to|shall be able to|is able to|are able to|is allowed to|are allowed to)'
const mayNot =
  "(?:cannot|can't|can not|may not|must not|shall not|should not|must never|can never|may never|is not allowed to|are not allowed to|is not able to|are not able to)"
const who = "((?:(?!(?:can|may|must|but|and|or|who|which|that|is|are)\\b)[\\p{L}'’-]+ ?){1,5}?)"

const ability = new RegExp(`^${who} ${may} (?!not\\b|never\\b|only\\b|be\\b|have\\b)(.+)$`, 'iu')
const prohibition = new RegExp(`^${who} ${mayNot} (.+)$`, 'iu')
const exclusive = new RegExp(`^only ${who} ${may} (?!be\\b)(.+)$`, 'iu')
const passive = new RegExp(
  `^${who} (?:can|may|must|shall) (only )?be (\\p{L}+(?:ed|en|t)) (only )?by ${who}$`,
  'iu',
)
const story =
  /^as an? (.+?),? i (?:want|would like|need|can|must be able)(?: to)?(?: be able to)? (.+?)(?:,? (?:so that|in order to|because) (.+))?$/iu
const both = new RegExp(`^${who} ${may} (.+?),? but ${mayNot} (.+)$`, 'iu')
const duty = new RegExp(
  `^${who} (?:must|has to|have to) (?!be\\b|have\\b|not\\b|never\\b)(.+)$`,
  'iu',
)
const reaction = /^(?:when(?:ever)?|if|once|as soon as|while)\s+(.+?),\s*(?:then\s+)?(.+)$/iu
const systemShall = /^(.+?) (?:shall|must|should|will|has to)(?: also)? (?!be able\b)(.+)$/iu

const people: Form = (raw) => {
  const sentence = bare(raw)
  if (!isShort(sentence.split(/,? so that /i)[0] ?? '')) return []
  const asked = story.exec(sentence)
  if (asked !== null) {
    const [, actor = '', rest = '', benefit = ''] = asked
    // a benefit that rules something out is a demand of its own, which no form has read
    const read = turned.test(benefit) ? raw.slice(0, raw.lastIndexOf(benefit)) : raw
    return whole(read, ...bounded('can', noun(actor), rest))
  }
  const two = both.exec(sentence)
  if (two !== null) {
    const [, actor = '', does = '', not = ''] = two
    const object = does.split(' ').slice(1).join(' ')
    const other = not.replace(/\b(?:them|it)\b/i, object)
    const subject = noun(actor)
    return whole(raw, statement('can', subject, does), statement('cannot', subject, other))
  }
  const only = exclusive.exec(sentence)
  if (only !== null) return whole(raw, ...bounded('only', noun(only[1] ?? ''), only[2] ?? ''))
  const by = passive.exec(sentence)
  if (by !== null) {
    const [, object = '', before, verb = '', behind, actor = ''] = by
    const role = (before ?? behind) === undefined ? 'can' : 'only'
    return whole(raw, statement(role, noun(actor), `${verb} ${noun(object)}`))
  }
  const never = prohibition.exec(sentence)
  if (never !== null) {
    const subject = noun(never[1] ?? '')
    return whole(
      raw,
      system.test(subject)
        ? statement('system', '', `not ${never[2] ?? ''}`)
        : statement('cannot', subject, never[2] ?? ''),
    )
  }
  const can = ability.exec(sentence)
  if (can !== null && !/^(?:only|no|nobody|it|this|that|there|which|who)\b/i.test(can[1] ?? '')) {
    const subject = noun(can[1] ?? '')
    return whole(
      raw,
      ...bounded(
        system.test(subject) ? 'system' : 'can',
        system.test(subject) ? '' : subject,
        can[2] ?? '',
      ),
    )
  }
  const must = duty.exec(sentence)
  return must === null || system.test(noun(must[1] ?? ''))
    ? []
    : whole(raw, ...bounded('can', noun(must[1] ?? ''), must[2] ?? ''))
}

/** A plain clause. What lists, compares or excludes has more than one. */
const facts: Form = (raw) => {
  const sentence = bare(raw)
  const isPlain =
    isShort(sentence) &&
    sentence.split(/\s+/).length > 2 &&
    !/[`"“”,|?/()]|\b(?:only|nobody|who|which|that|or|but|and|unless|except|should|could)\b/i.test(
      sentence,
    )
  return isPlain ? whole(raw, statement('fact', '', sentence)) : []
}

const reactions: Form = (raw) => {
  const sentence = bare(raw)
  if (sentence.split(/\s+/).length > most * 2) return []
  const match = reaction.exec(sentence)
  if (match !== null) {
    const said = systemShall.exec(match[2] ?? '')
    const rest =
      said !== null && system.test((said[1] ?? '').trim()) ? (said[2] ?? '') : (match[2] ?? '')
    return whole(raw, ...bounded('when', match[1] ?? '', rest))
  }
  const said = isShort(sentence) ? systemShall.exec(sentence) : null
  return said !== null && system.test((said[1] ?? '').trim())
    ? whole(raw, ...bounded('system', '', said[2] ?? ''))
    : []
}

/** How requirements of a design are written where a machine can read them. */
export const designVocabulary: Vocabulary = {
  glue: new Set(
    `design feature system app application user people person page screen view button field list form flow step component entity
    attribute model data requirement value option state`.split(/\s+/),
  ),
  context:
    /^(?:\d+(?:\.\d+)*[.)]?\s*)?(?:overview|context|background|introduction|glossary|(?:open )?questions|assumptions|out of scope|non-?goals|not now|later|future)\b/i,
  row: fieldRow,
  forms: [relations, fields, people, reactions, facts],
}
