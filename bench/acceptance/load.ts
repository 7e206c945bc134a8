import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

type Files = ReadonlyMap<string, string>

/** One piece of work for one task, and what is known about it. */
export type Case = {
  readonly id: string
  readonly kind: string
  readonly right: boolean
  /** How it is wrong: unrelated, domain, echo, form, half, invented, contradicts, padded, cheating, boilerplate. */
  readonly category: string
  /** The id of the task; a right and a wrong case of the same task are a pair. */
  readonly task: string
  readonly text: string
  readonly files: Files
  /** The state before the change, or files that lie beside the work. */
  readonly base: Files
  /** BRIEF.md, copy.json and the like: each goes with the option of its name. */
  readonly given: Files
  /** A folder that was prepared from a public package: the work, what was before it, and the file that is asked. */
  readonly from?: string
  readonly before?: string
  readonly main?: string
  readonly options?: readonly string[]
  /** What a finding has to speak of; for a judge, the sentences of the task that do not hold. */
  readonly names: RegExp | null
}

type Block = { readonly head: readonly string[]; readonly body: string }

/** Reads every case file of a folder: `<kind>/<task>.txt`. The format is described in README.md. */
export function loadCases(folder: string): readonly Case[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: kind }) =>
      readdirSync(join(folder, kind))
        .filter((file) => file.endsWith('.txt'))
        .toSorted()
        .flatMap((file) => {
          const name = file.slice(0, -4)
          try {
            return casesOf(kind, name, readFileSync(join(folder, kind, file), 'utf8'))
          } catch (error) {
            throw new Error(`${kind}/${file}: ${String(error)}`, { cause: error })
          }
        }),
    )
}

function casesOf(kind: string, name: string, text: string): readonly Case[] {
  const task = `${kind}/${name}`
  const shared = { kind, task }
  const base = new Map<string, string>()
  const given = new Map<string, string>()
  const cases: Case[] = []
  let asked = ''
  let files = base
  let right: Files = base
  for (const { head, body } of blocksOf(text)) {
    const [word = '', first = '', rest = ''] = head
    if (word === 'task') asked = body.trim()
    else if (word === 'given') given.set(first, body)
    else if (word === 'file') files.set(first, body)
    else if (word === 'remove') files.delete(first)
    else if (word === 'edit') files.set(first, edited(files.get(first), body))
    else if (word === 'base') files = base
    else {
      files = new Map(word === 'wrong' ? right : base)
      if (word === 'right') right = files
      cases.push({
        ...shared,
        id: word === 'right' ? `${task}+` : `${task}-${first}${cases.length}`,
        right: word === 'right',
        category: word === 'right' ? 'right' : first,
        text: asked,
        files,
        base,
        given,
        names: rest === '' ? null : new RegExp(rest, 'i'),
      })
    }
  }
  return kind === 'design' ? cases.map(asJson) : cases
}

/** Designs stand here as YAML, which is shorter to read and write. */
const asJson = (one: Case): Case => ({
  ...one,
  files: new Map(
    [...one.files].map(([path, text]) => [path, `${JSON.stringify(parse(text), null, 2)}\n`]),
  ),
})

function blocksOf(text: string): readonly Block[] {
  return text
    .split(/^@@ /m)
    .slice(1)
    .map((part) => {
      const [line = '', ...rest] = part.split('\n')
      const [, word = '', first = '', last = ''] = /^(\S+) ?(\S*) ?(.*)$/.exec(line) ?? []
      return { head: [word, first, last], body: rest.join('\n') }
    })
}

/** Hunks parted by empty lines: `-` what stands there (`-...` skips to the next), `+` what comes instead. */
function edited(text: string | undefined, hunks: string): string {
  let result = text ?? ''
  for (const hunk of hunks.trimEnd().split(/\n\n+/)) {
    const lines = hunk.split('\n')
    const marked = (mark: string) =>
      lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(1))
    const parts = marked('-').join('\n').split('\n...\n')
    let [start, end] = [-1, 0]
    for (const part of parts) {
      const at = `\n${result}`.indexOf(`\n${part}\n`, end)
      if (at === -1) throw new Error(`no line reads "${part}"`)
      if (start === -1) start = at
      end = at + part.length + 1
    }
    const added = marked('+').map((line) => `${line}\n`)
    result = `${result.slice(0, start)}${added.join('')}${result.slice(end)}`
  }
  return result
}
