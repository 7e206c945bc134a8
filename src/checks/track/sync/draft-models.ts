import { documentsIn } from './documents.ts'
import { changedCode, type Drafted, type DraftInput } from './draft.ts'
import { modelNames, modelsIn, partsOf } from './models.ts'
import { sourceOfTruth } from './verify-sync.ts'

/** Replaces a model in the documents where the code replaced it by one other. */
export function draftModels(input: DraftInput): Drafted {
  const { before, files, impact } = input
  const paths = changedCode(input)
  const [was, is] = [modelsOf(before, paths), modelsOf(files, paths)]
  const gone = [...was].filter((name) => !is.has(name) && !isUsed(files, name))
  const come = [...is].filter((name) => !was.has(name) && !isUsed(before, name))
  const pairs = gone.flatMap((from) => {
    const family = partsOf(from)[0]
    const [to, ...others] =
      come.length === 1 ? come : come.filter((name) => partsOf(name)[0] === family)
    const rivals = gone.filter((name) => come.length === 1 || partsOf(name)[0] === family)
    return to !== undefined && others.length === 0 && rivals.length === 1 ? [{ from, to }] : []
  })
  const edits = new Map<string, string>()
  const done = pairs.flatMap(({ from, to }) => {
    const changed = documentsIn(files).flatMap(({ path }) => {
      const text = edits.get(path) ?? files.get(path) ?? ''
      const next = path.endsWith('.md') ? replaced(text, from, to) : text
      if (next === text) return []
      edits.set(path, next)
      return [path]
    })
    return changed.length === 0 ? [] : [`Replaced ${from} by ${to} in ${changed.join(', ')}.`]
  })
  const stack = sourceOfTruth(files, 'tech-stack')
  const { has } = modelNames(edits.get(stack?.path ?? '') ?? stack?.text ?? '')
  const left = come
    .filter((name) => stack !== null && !has(partsOf(name)))
    .map((name) => `Name the model ${name} in ${stack?.path}, with what it is used for.`)
  return {
    edits,
    done,
    left,
    old: pairs.map(({ from, to }) => ({
      now: `the model is ${to}`,
      isStated: (text) => replaced(text, from, to) !== text,
    })),
    handled:
      left.length === 0 && gone.every((name) => pairs.some(({ from }) => from === name))
        ? impact.filter(({ kind }) => kind === 'model')
        : [],
  }
}

const modelsOf = (files: ReadonlyMap<string, string>, paths: readonly string[]) =>
  new Set(paths.flatMap((path) => quoted(files.get(path) ?? '')))

const quoted = (text: string): readonly string[] =>
  modelsIn(text).flatMap(({ name, start }) =>
    /["'`/]/.test(text[start - 1] ?? '') && /["'`]/.test(text[start + name.length] ?? '')
      ? [name]
      : [],
  )

const isUsed = (files: ReadonlyMap<string, string>, name: string): boolean =>
  [...files].some(
    ([path, text]) =>
      /\.(?:[cm]?[jt]sx?|py|go|vue|svelte)$/.test(path) &&
      !/\.(?:test|spec)\.|(?:^|\/)(?:tests?|__tests__)\//.test(path) &&
      text.includes(name) &&
      quoted(text).includes(name),
  )

/** All ways to write a model become the new id. */
function replaced(text: string, from: string, to: string): string {
  const wanted = partsOf(from)
  return modelsIn(text)
    .filter(
      ({ parts }) => parts.length === wanted.length && wanted.every((part) => parts.includes(part)),
    )
    .toReversed()
    .reduce(
      (now, { start, name }) => now.slice(0, start) + to + now.slice(start + name.length),
      text,
    )
}
