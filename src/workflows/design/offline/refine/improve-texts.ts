import type { IntentEdit } from '../../../../checks/design/critique.ts'
import type { Component, DesignIntent } from '../../../../checks/design/intent.ts'
import type { Text } from '../../../../checks/design/prose.ts'
import { applyEdits, indexesOf } from '../edit/apply-edits.ts'
import type { Facts } from '../read/facts.ts'
import { asSentence, capitalised, cut } from '../text/plain-text.ts'
import { sentences } from '../text/sentences.ts'
import { contentWords, coverage } from '../text/words.ts'
import { describedByUse, joinedTexts } from './describe-component.ts'
import type { Improver, Surroundings } from './improver.ts'
import { textJudge, textRuleIds, type Fault, type TextJudge } from './judge-text.ts'
import { otherwise } from './other-words.ts'
import { rewordings } from './rewordings.ts'

const mostRounds = 8

/** Words that say too little or name a technology go, or give way to what the design knows. */
export const improveTexts: Improver = {
  rules: textRuleIds,
  improve(intent, findings, around) {
    const judge = textJudge(intent)
    const paths = [...new Set(findings.map(({ path }) => path))]
    return applyEdits(
      intent,
      paths.flatMap((path) => editsFor(intent, path, { judge, around })),
    )
  },
}

type Tools = { readonly judge: TextJudge; readonly around: Surroundings }

function editsFor(
  intent: DesignIntent,
  path: string,
  { judge, around }: Tools,
): readonly IntentEdit[] {
  const text = judge.at(path)
  const before = text === undefined ? [] : judge.faults(text)
  if (text === undefined || before.length === 0) return []
  const [better, faults] = reworded(text, before, judge)
  if (faults.length > 0) return [replacement(intent, { text: better, faults, judge }, around)]
  return [{ op: 'replace', path, value: better.text }]
}

type Open = { readonly text: Text; readonly faults: readonly Fault[]; readonly judge: TextJudge }

/** Leaves out what is held against a text, as long as each step makes it better. */
function reworded(
  text: Text,
  faults: readonly Fault[],
  judge: TextJudge,
): readonly [Text, readonly Fault[]] {
  let [current, open] = [text, faults]
  for (let round = 0; round < mostRounds && open.length > 0; round += 1) {
    const next = open
      .flatMap((fault) => alternatives(current.text, fault))
      .map((candidate): Text => ({ ...current, text: candidate }))
      .find((candidate) => judge.faults(candidate).length < open.length)
    if (next === undefined) break
    current = next
    open = judge.faults(next)
  }
  return [current, open]
}

function alternatives(text: string, { ruleId, message }: Fault): readonly string[] {
  const phrase = /^"([^"]{1,80})"/.exec(message)?.[1]
  switch (ruleId) {
    case 'clarity/shouting':
      return [capitalised(text.toLowerCase())]
    case 'clarity/long-sentence':
      return [
        text.replace(/;\s+/g, '. '),
        split(text, ', and '),
        split(text, ' and '),
        split(text, ', '),
      ]
    case 'clarity/unfinished':
      return [asSentence(text.replace(/[\s,;:(\-–—&+/]+$/, '').replace(/\s+\S+$/, ''))]
    case 'completeness/thin-text':
      return []
    default:
      return phrase === undefined ? [] : rewordings(text, phrase)
  }
}

// the middle one of the places where the sentence could end
function split(text: string, at: string): string {
  const parts = text.split(at)
  const middle = Math.floor(parts.length / 2)
  return parts.length < 2
    ? text
    : `${parts.slice(0, middle).join(at)}. ${capitalised(parts.slice(middle).join(at))}`
}

/** What leaving out can not mend: an optional text goes, a description is told anew, a goal that says nothing goes. */
function replacement(intent: DesignIntent, open: Open, around: Surroundings): IntentEdit {
  const { text, faults, judge } = open
  const { kind, path } = text
  const partly: IntentEdit = { op: 'replace', path, value: text.text }
  switch (kind) {
    case 'description': {
      const [index = -1] = indexesOf(path)
      const component = intent.components[index]
      const told = component === undefined ? '' : retold(intent, component, around.facts())
      const keep =
        faults.every(({ ruleId }) => ruleId === 'completeness/thin-text') &&
        saysMore(text.text, component?.name ?? '')
      const candidates = (keep ? [joinedTexts(text.text, told), told] : [told]).filter(
        (each) => each !== '',
      )
      const best = candidates.find(
        (each) => judge.faults({ ...text, text: each }).length < faults.length,
      )
      return best === undefined ? partly : { op: 'replace', path, value: best }
    }
    case 'goal': {
      const other = otherwise(intent, text)
      const isBetter = other !== '' && judge.faults({ ...text, text: other }).length === 0
      if (intent.goals.length < 3) return isBetter ? { op: 'replace', path, value: other } : partly
      around.notes.push(`Left out a goal that says nothing one could check: ${cut(text.text, 120)}`)
      return { op: 'remove', path }
    }
    case 'flow-goal':
    case 'outcome':
    case 'attribute-note':
    case 'relationship-note':
      around.notes.push(`Left out at ${path}: ${cut(text.text, 120)}`)
      return { op: 'remove', path }
    case 'title':
    case 'flow-name':
    case 'actor':
    case 'action':
    case 'component-name':
    case 'entity-name':
    case 'trigger':
    case 'response':
    case 'state': {
      const other = otherwise(intent, text)
      const isBetter = other !== '' && judge.faults({ ...text, text: other }).length < faults.length
      return isBetter ? { op: 'replace', path, value: other } : partly
    }
  }
}

const saysMore = (text: string, name: string): boolean =>
  coverage(contentWords(text), contentWords(name)) < 1

/** What the document says of a component, or else what its place in the design tells. */
export function retold(intent: DesignIntent, component: Component, facts: Facts): string {
  const name = component.name.toLowerCase()
  const said = facts.prose
    .flatMap(({ text }) => sentences(text))
    .find((sentence) =>
      sentence
        .toLowerCase()
        .replace(/^(?:the|an?) /, '')
        .startsWith(`${name} `),
    )
  const byUse = describedByUse(intent, component)
  return said === undefined || component.description.includes(said)
    ? byUse
    : joinedTexts(asSentence(said), byUse)
}
