import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Blocker } from './judge.ts'

export type Label = {
  readonly right: boolean
  readonly date: string
  readonly rule: string
  readonly reason: string
  readonly subject: string
  readonly place: string
}

/**
 * What a person says of blocking findings: a line `@ date right|wrong rule: reason`, and below it the places,
 * each as `subject place`. A place `*` means all that the rule says of that subject.
 */
export function readLabels(): readonly Label[] {
  const text = readFileSync(join(import.meta.dirname, 'labels.txt'), 'utf8')
  const labels: Label[] = []
  let head: Pick<Label, 'right' | 'date' | 'rule' | 'reason'> | null = null
  for (const line of text.split('\n')) {
    const opened = /^@ (\S+) (right|wrong) (\S+?): (.+)$/.exec(line)
    if (opened !== null) {
      const [, date = '', word, rule = '', reason = ''] = opened
      head = { right: word === 'right', date, rule, reason }
    } else if (line !== '' && !line.startsWith('#') && head !== null) {
      const cut = line.indexOf(' ')
      labels.push({ ...head, subject: line.slice(0, cut), place: line.slice(cut + 1) })
    }
  }
  return labels
}

/** Finds the label of a finding. */
export function openLabels(labels: readonly Label[]) {
  const keyOf = (rule: string, subject: string, place: string) => `${rule} ${subject} ${place}`
  const known = new Map(labels.map((each) => [keyOf(each.rule, each.subject, each.place), each]))
  return (subject: string, { rule, place: at }: Blocker): Label | null => {
    const place = at === '' ? '-' : at
    return known.get(keyOf(rule, subject, place)) ?? known.get(keyOf(rule, subject, '*')) ?? null
  }
}
