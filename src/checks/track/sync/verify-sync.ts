import type { FileTree } from '../../../model/file-tree.ts'
import type { Issue } from '../evaluation.ts'
import { sdk, stemOf, tests } from '../impact.ts'
import { labelKey } from '../business-logic/words.ts'
import { type DataTier, dataTiers } from './data-file.ts'
import { documentsIn, isArchive, isDataFile } from './documents.ts'
import { familiesIn, modelNames, modelsIn } from './models.ts'
import { packagesOf, toldPackages } from './packages.ts'
import { type Period, type Price, pricesIn, tierKey, tiersIn } from './prices.ts'

/** What the documents of the business say otherwise than product.md, tech-stack.md and the code. */
export function verifySync(files: FileTree): readonly Issue[] {
  return [
    ...priceIssues(files),
    ...modelIssues(files),
    ...packageIssues(files),
    ...tierIssues(files),
  ]
}

/** A document of the first tier; its folder is not always at the root. */
export const sourceOfTruth = (
  files: FileTree,
  name: 'product' | 'tech-stack',
): { readonly path: string; readonly text: string } | null => {
  const path = [...files.keys()]
    .filter((each) => new RegExp(`(?:^|/)conductor/${name}\\.md$`).test(each))
    .toSorted((one, other) => one.length - other.length)[0]
  return path === undefined ? null : { path, text: files.get(path) ?? '' }
}

/** The same thing for the same period in the same currency; the prices to compare with. */
const comparable = (
  stated: readonly Price[],
  { keys, period, currency }: { keys: readonly string[]; period: Period; currency: string },
): readonly Price[] =>
  stated.filter(
    (each) =>
      keys.includes(each.key) &&
      (each.period === null || period === null || each.period === period) &&
      (each.currency === '' || currency === '' || each.currency === currency),
  )

function priceIssues(files: FileTree): readonly Issue[] {
  const product = sourceOfTruth(files, 'product')
  if (product === null) return []
  const stated = pricesIn(product.text)
  const names = new Set(stated.map(({ key }) => key))
  const issue = (path: string, line: number, [said, wanted]: readonly [string, Price]): Issue => ({
    message: `${said}, and ${product.path}:${wanted.line} says ${wanted.value}`,
    path,
    line,
    fix: `make it ${wanted.value}, or change ${product.path}`,
  })
  return documentsIn(files).flatMap(({ path }) => {
    const text = files.get(path) ?? ''
    if (path === product.path) return []
    if (isDataFile(path))
      return dataTiers(path, text).flatMap(({ name, keys, prices }) =>
        prices.flatMap(({ value, period, line }) => {
          const wanted = comparable(stated, { keys, period, currency: '' })
          const isRight = wanted.some((each) => each.value === value || each.value * 100 === value)
          const [first] = wanted
          return isRight || first === undefined
            ? []
            : [issue(path, line, [`${name} costs ${value} here`, first])]
        }),
      )
    return pricesIn(text, names).flatMap((price) => {
      const wanted = comparable(stated, { ...price, keys: [price.key] })
      const [first] = wanted
      return first === undefined || wanted.some(({ value }) => value === price.value)
        ? []
        : [issue(path, price.line, [`${price.name} costs ${price.value} here`, first])]
    })
  })
}

const code =
  /\.(?:[cm]?[jt]sx?|py|go|rb|rs|java|kt|php|vue|svelte|json|ya?ml|toml|env)$|(?:^|\/)\.env/
const notCode =
  /(?:^|\/)(?:node_modules|dist|build|lib|out|examples?|docs?|conductor|mocks?|samples?|locales?|scripts?)\/|(?:^|\/)\.|(?:^|\/)(?:package-lock|pnpm-lock|metadata)\.|\.(?:min|map|d)\.|CHANGELOG/i
/** A file that names more is a list of what can be chosen. */
const mostModels = 4

function modelIssues(files: FileTree): readonly Issue[] {
  const stack = sourceOfTruth(files, 'tech-stack')
  if (stack === null) return []
  const { some, has } = modelNames(stack.text)
  if (!some) return []
  const documents = documentsIn(files).map(({ path }) => path)
  const sources = [...files.keys()].filter(
    (path) => code.test(path) && !notCode.test(path) && !tests.test(path),
  )
  return [...new Set([...documents, ...sources])].flatMap((path) => {
    const text = files.get(path) ?? ''
    const named = path.endsWith('.md') ? ownModels(text) : quotedModels(text)
    if (path === stack.path || new Set(named.map(({ name }) => name)).size > mostModels) return []
    const unknown = named.filter(({ parts }) => !has(parts))
    return [...new Map(unknown.map((each) => [each.name, each])).values()].map(
      ({ name, line }) => ({
        message: `the model ${name} is not one of ${stack.path}`,
        path,
        line,
        fix: `name ${name} in ${stack.path}, or use a model that it names`,
      }),
    )
  })
}

/** A line that names three vendors speaks of the market. */
const ownModels = (text: string) => {
  const lines = text.split('\n')
  return modelsIn(text).filter(({ line }) => familiesIn(lines[line - 1] ?? '').size < 3)
}

const quotedModels = (text: string) =>
  modelsIn(text).filter(({ name, start }) => {
    const [before = '', after = ''] = [text[start - 1], text[start + name.length]]
    return /["'`/]/.test(before) && /["'`]/.test(after)
  })

const isClient = (name: string): boolean =>
  sdk.test(name) && !name.startsWith('@modelcontextprotocol/')

function packageIssues(files: FileTree): readonly Issue[] {
  const { own, all, running } = packagesOf(files)
  if (all.size === 0) return []
  const stems = new Set([...all.keys()].map(stemOf))
  const message = documentsIn(files).flatMap(({ path, tier }) =>
    path.endsWith('.md')
      ? toldPackages(files.get(path) ?? '')
          // a skill may teach more than this project uses, but not another client of its services
          .filter(
            ({ name }) =>
              !all.has(name) &&
              !own.has(name) &&
              (tier < 3 || (isClient(name) && stems.has(stemOf(name)))),
          )
          .map(({ name, line }) => ({
            message: `${name} is told to be used, and package.json does not have it`,
            path,
            line,
            fix: `name the package that the code uses instead of ${name}`,
          }))
      : [],
  )
  const stack = sourceOfTruth(files, 'tech-stack')
  const said = stack?.text.toLowerCase() ?? ''
  const words = new Set(said.split(/[^a-z\d]+/))
  // "S3-compatible storage" names @aws-sdk/s3-request-presigner
  const isNamed = (name: string) =>
    said.includes(stemOf(name)) ||
    name.split(/[@/-]/).some((part) => /\d/.test(part) && words.has(part))
  const missing =
    stack === null || ![...running.keys()].some(isNamed)
      ? []
      : [...new Map([...running].map((each) => [stemOf(each[0]), each])).values()].filter(
          ([name]) => isClient(name) && !isNamed(name),
        )
  return [
    ...message,
    ...missing.map(([name, manifest]) => ({
      message: `${stack?.path} does not name ${name}, a client of a service that ${manifest} has`,
      path: stack?.path ?? '',
      fix: `name ${name} in ${stack?.path}`,
    })),
  ]
}

function tierIssues(files: FileTree): readonly Issue[] {
  const product = sourceOfTruth(files, 'product')
  const listed = product === null ? null : tiersIn(product.text)
  if (product === null || listed === null) return []
  const words = ` ${labelKey(product.text)} `
  const has = (tier: DataTier) => tier.keys.some((key) => listed.tiers.has(tierKey(key)))
  return [...files].flatMap(([path, text]) => {
    const all = isDataFile(path) ? dataTiers(path, text) : []
    const groups = new Set(all.filter(has).map(({ group }) => group))
    const tiers = all.filter(({ group }) => groups.has(group))
    if (tiers.length === 0) return []
    const known = new Set(tiers.flatMap(({ keys }) => keys.map(tierKey)))
    const missing = [...listed.tiers].filter(([key]) => !known.has(key))
    const where = `${product.path}:${listed.line}`
    return [
      ...missing.map(([, name]) => ({
        message: `${where} lists the tier ${name}, which is missing here: ${tiers.length} of ${listed.tiers.size} tiers`,
        path,
        line: tiers[0]?.line ?? 1,
        fix: `add ${name}, or take it out of ${product.path}`,
      })),
      ...tiers
        .filter((tier) => !has(tier) && !tier.keys.some((key) => words.includes(` ${key} `)))
        .map(({ name, line }) => ({
          message: `the tier ${name} is not among those of ${where}`,
          path,
          line,
          fix: `add ${name} to ${product.path}, or take it out here`,
        })),
    ]
  })
}

const superseded =
  /^((?:---\n[\s\S]*?\n---\n)?(?:[^\S\n]*\n|#.*\n)*)(?:>[^\S\n]*)?[*_[! ]*superseded\b.*(?:\n|$)(?:>.*(?:\n|$))*\n?/i

/** Archives are history: a note at the top that something is superseded is all that may be added. */
export function archiveIssues(before: FileTree, after: FileTree): readonly Issue[] {
  return [...before].flatMap(([path, text]): readonly Issue[] => {
    const now = after.get(path)
    if (!isArchive(path, before) || now === text) return []
    if (now === undefined)
      return [{ message: `the archive ${path} was removed`, path, fix: 'restore it' }]
    const plain = (each: string) =>
      each
        .replaceAll('\r\n', '\n')
        .replace(superseded, '$1')
        .replaceAll(/\n{2,}/g, '\n')
    return plain(now) === plain(text)
      ? []
      : [
          {
            message: 'an archive was edited; only a note "Superseded" may be added at its top',
            path,
            fix: 'restore it, and add the note if what it says is no longer true',
          },
        ]
  })
}
