import { squeeze } from '../../kit/lines.ts'
import { met, undecided, type Answer } from '../../obligations/examine.ts'
import { isTestKind, kindOfFile } from '../integrity/change.ts'
import { jsonObject } from '../integrity/package-json.ts'
import type { CodeIndex } from './code-index.ts'
import type { CodeToExamine, Of } from './exam-calls.ts'

/** Text in quotation marks must stand in the code, or in a document that is not the one that asks. */
export async function examinePhrase(
  { after, facts }: CodeToExamine,
  index: CodeIndex,
  { text }: Of<'phrase'>,
): Promise<Answer> {
  const wanted = squeeze(text)
  const [, script] = /^(?:npm|pnpm|yarn)(?: run)? ([\w:-]+)$/.exec(wanted) ?? []
  if (
    script !== undefined &&
    Object.hasOwn(Object(jsonObject(after.get('package.json'))['scripts']), script)
  )
    return met(`package.json has the script ${script}`, 'package.json')
  const placed = index.texts.find(({ value }) => squeeze(value).includes(wanted))
  if (placed !== undefined) return met(`the code says "${wanted}"`, placed.where)
  const task = (await facts)?.task ?? ''
  const [path] =
    [...after].find(
      ([each, content]) =>
        !isTestKind(kindOfFile(each)) &&
        squeeze(content).includes(wanted) &&
        !repeatsTask(content, wanted, task),
    ) ?? []
  if (path !== undefined)
    return index.files.includes(path)
      ? undecided(`"${wanted}" stands in ${path}, but in no text of the code`)
      : met(`${path} says "${wanted}"`, path)
  const parts = wanted.split(' ')
  const half = parts.slice(0, Math.ceil(parts.length / 2)).join(' ')
  const near = index.texts.find(
    ({ value }) =>
      value.trim() !== '' &&
      (squeeze(value).includes(half) || (value.length > 8 && wanted.includes(squeeze(value)))),
  )
  return near === undefined
    ? undecided(`nothing in the project says "${wanted}", tests left out; it may be an example`)
    : undecided(`"${wanted}" stands nowhere as a whole; part of it is at ${near.where}`)
}

/** A document that repeats the line of the task may be the very one that asks: it shows nothing. */
function repeatsTask(content: string, wanted: string, task: string): boolean {
  const asking = task
    .split('\n')
    .map((line) => squeeze(line.replace(/^\s*(?:[-*+>]|\d+[.)])\s+/, '')))
    .filter((line) => line.includes(wanted) && line.length > wanted.length + 2)
  return asking.some((line) => squeeze(content).includes(line))
}
