import { distance } from '../../kit/near.ts'
import type { Claim, Claims, Command } from './claim.ts'
import { agreed, commandsIn, hasDependencies, letters, missing, named, topicAt } from './claim.ts'
import { opensItsLine } from './claims-code.ts'
import type { MarkdownDocument } from './document.ts'
import type { Facts } from './facts.ts'
import type { Manifest } from './manifest.ts'
import { binariesOf } from './manifest.ts'

/** What is installed and run, held against package.json and the code. */
export const claimsOfCommands: Claims = (document, facts) => {
  const { manifest } = facts
  if (manifest?.name === undefined) return []
  const commands = commandsIn(document)
  return [
    ...named(
      'install',
      installClaims(commands, document, {
        own: manifest.name,
        isProgram: binariesOf(manifest).size > 0,
        needs: Object.keys({
          ...manifest.dependencies,
          ...manifest.peerDependencies,
          ...manifest.devDependencies,
        }),
        runs: Object.keys(manifest.dependencies),
      }),
    ),
    ...named(
      'script',
      commands.flatMap((command) => scriptClaims(command, document, facts)),
    ),
    ...named('program', [
      // beside a tool that is installed for all projects, the program may be that tool's
      ...(commands.some(({ text }) => isOtherTool(text, manifest.name ?? ''))
        ? []
        : commands.flatMap((command) => programClaims(command, manifest))),
      ...callClaims(commands, facts),
    ]),
    ...named('flag', flagClaims(commands, document, facts)),
  ]
}

const installing =
  /^(?:sudo )?(?:npm (?:install|i|add)|yarn (?:global )?add|pnpm (?:add|install|i)|bun (?:add|install|i)|deno add)((?:\s+\S+)+)/

const isOtherTool = (text: string, own: string): boolean =>
  installing.test(text) && /\s(?:-g|--global)\b/.test(text) && !text.split(/\s+/).includes(own)

const ofOthers =
  /^(?:pip3?|pipx|uv|gem|cargo|composer|conda|go) (?:tool )?(?:install|add|require) (\S+)/
/** Managers of packages, which a README tells to install first. */
const managers = /^(?:npm|pnpm|yarn|bun|corepack|nvm|n)$/
const leadsElsewhere =
  /\bgit clone\b|\b(?:deprecated|renamed|superseded|moved to|no longer maintained|in favou?r of)\b/i

/** A package that is told to install others and never itself is described by the wrong name. */
function installClaims(
  commands: readonly Command[],
  document: MarkdownDocument,
  {
    own,
    isProgram,
    needs,
    runs,
  }: {
    readonly own: string
    readonly isProgram: boolean
    readonly needs: readonly string[]
    /** What it needs when it runs. */
    readonly runs: readonly string[]
  },
): readonly Claim[] {
  // programs that are installed for all projects are tools, unless the package is one itself
  const installed = commands
    .map(({ text, at }) => ({ at, isTool: /\s(?:-g|--global)\b/.test(text), text }))
    .flatMap(({ text, at, isTool }) =>
      (
        installing
          .exec(text)?.[1]
          ?.split(/[;&|#]/)[0]
          ?.match(/\S+/g) ?? []
      )
        .map((word) => /^(?:npm:)?(@?[a-z0-9~][\w.~-]*(?:\/[\w.~-]+)?)(?:@.*)?$/i.exec(word)?.[1])
        .flatMap((name) => (name === undefined ? [] : [{ name, at, isTool }])),
    )
  if (installed.length === 0) return otherWayClaims(commands, own)
  const first = installed.find(({ name, isTool }) => !isTool || name === own) ?? installed[0]!
  if (installed.some(({ name }) => name === own)) return [agreed(first.at)]
  const imported = new RegExp(`['"]${own.replace(/[^\w@/-]/g, '\\$&')}(?:/[^'"\\n]*)?['"]`).test(
    document.text,
  )
  // beside what it works with, a package is described by its code; a name that is nearly its own is a slip of it
  const slip = installed.find(
    ({ name, isTool }) =>
      !isTool && name.length > 4 && !needs.includes(name) && distance(name, own) <= 2,
  )
  if (slip !== undefined)
    return [{ at: slip.at, problem: `installs "${slip.name}", and this package is "${own}"` }]
  const problem = `installs "${first.name}" and nowhere this package, "${own}"`
  // what only hands on another package may well name that one
  const isAlias = runs.length === 1 && runs[0] === first.name
  if (!imported && !first.isTool) return [{ at: first.at, problem, doubtful: isAlias }]
  const isOther = installed.every(
    ({ name, isTool }) =>
      !needs.includes(name) && !managers.test(name) && !areKin(name, own) && (isProgram || !isTool),
  )
  const isCalled = commands.some(
    ({ text }) => /^(?:npx|bunx|pnpm dlx|yarn dlx)\b/.test(text) && text.includes(own),
  )
  return isOther && !isCalled && !leadsElsewhere.test(document.text)
    ? [{ at: first.at, problem, doubtful: true }]
    : []
}

/** Of one scope, or one named after the other. */
function areKin(one: string, other: string): boolean {
  const [left, right] = [one, other].map((name) => name.replace(/^@([^/]+)\/.*/, '$1'))
  return left!.includes(right!) || right!.includes(left!)
}

/** Told to be installed by the programs of other languages alone. */
const otherWayClaims = (commands: readonly Command[], own: string): readonly Claim[] =>
  commands.some(
    ({ text }) => /^(?:npx|bunx|deno|jsr|docker|brew)\b/.test(text) && text.includes(own),
  )
    ? []
    : commands.flatMap(({ text, at }) => {
        const name = ofOthers.exec(text)?.[1]
        const problem = `"${text}" does not install a package of npm, as this is`
        return name === own ? [{ at, problem, doubtful: true }] : []
      })

/** Scripts are those of this project where it is the project that is worked on. */
function scriptClaims(
  command: Command,
  document: MarkdownDocument,
  { manifest, isWorkTree }: Facts,
): readonly Claim[] {
  if (manifest === null) return []
  // who is told to clone the repository runs its scripts, not those of the package that came out of it
  if (!isWorkTree && /\bgit clone\b/.test(document.text)) return []
  const about = /develop|contribut|build|test|script|hack/.test(topicAt(document, command.at))
  if (!/^(?:npm|pnpm|yarn|bun) /.test(command.text) || isElsewhere(command, document)) return []
  // in prose it may be anybody's script; a row or an item that begins with it lists those of this project
  if (command.inline && !opensItsLine(document, command.at)) return []
  // scripts of a project that the reader is told to make are not of this one
  if (!about && /\b(?:npm|yarn|pnpm|bun) (?:init|create) |\bnpx create-/.test(document.text))
    return []
  if (/(?:^|\s)(?:-w|--workspace|--prefix|-C|--filter)\b|(?:^|&& )cd /.test(command.text)) return []
  const calls = /\b(?:npm|pnpm|yarn|bun) (?:run|run-script) ([\w:.-]+)/g
  return [...command.text.matchAll(calls)].flatMap((match): readonly Claim[] => {
    const at = command.at + match.index
    if (match[1]!.startsWith('-')) return []
    return [
      Object.hasOwn(manifest.scripts, match[1]!)
        ? agreed(at)
        : {
            at,
            problem: `"${match[0]}" names a script that package.json does not have`,
            doubtful: !about && manifest.private !== true,
          },
    ]
  })
}

/** After `cd`, the commands of a block are run in another project. */
const isElsewhere = ({ at }: Command, { codes, text }: MarkdownDocument): boolean =>
  codes.some(
    ({ contentStart, end }) =>
      at >= contentStart && at < end && /^\s*(?:\$ )?cd \S/m.test(text.slice(contentStart, at)),
  )

/** A command by the package's own name needs a program of that name. */
function programClaims({ text, at, inline }: Command, manifest: Manifest): readonly Claim[] {
  const programs = binariesOf(manifest)
  const own = manifest.name!
  const bare = own.replace(/^@[^/]+\//, '')
  const called = /^(?:npx(?: --?[\w-]+)*|pnpm dlx|bunx|yarn dlx|npm exec) (@?[\w./-]+)/.exec(
    text,
  )?.[1]
  const name = called ?? /^([a-z][\w.-]*)(?= |$)/.exec(text)?.[1]
  if (name === undefined) return []
  if (programs.has(name) || (name === own && programs.size > 0)) return [agreed(at)]
  const isOwn = name === own || name === bare
  if (!isOwn || inline || programs.size > 0) return []
  if (called === undefined && !/^\S+ (?:--?\w|[a-z]{2,}(?: |$))/.test(text)) return []
  return [{ at, problem: `runs "${name}", but the package has no command` }]
}

const common =
  /^(?:npm|npx|yarn|pnpm|pnpx|bunx?|node|nodejs|deno|git|gh|docker|kubectl|curl|wget|cd|mkdir|echo|cat|brew|apt|apt-get|sudo|pip3?|pipx|python3?|go|cargo|make|export|set|source|touch|cp|mv|rm|ls|chmod|code|tsc|ssh|tar|unzip|open|grep)$/

/** Where a document never calls the package's own program, a call with its options is one under a wrong name. */
function callClaims(commands: readonly Command[], facts: Facts): readonly Claim[] {
  const programs = [...binariesOf(facts.manifest!).keys()]
  if (programs.length === 0 || !facts.isWhole) return []
  const calls = commands
    .filter(({ inline, text }) => !inline && !installing.test(text))
    .map(({ text, at }) => ({ at, text, words: text.split(/\s+/) }))
  const ofOwn = calls.filter(({ words }) => programs.includes(words[0] ?? ''))
  const isKnown = (word: string): boolean => facts.words.has(word.replace(/^--/, ''))
  if (ofOwn.length === 0 && !calls.some(({ text }) => programs.some((name) => text.includes(name))))
    return calls.flatMap(({ at, words: [name = '', ...rest] }): readonly Claim[] => {
      const flags = rest.flatMap((word) => /^--[a-z][\w-]+/.exec(word)?.[0] ?? [])
      return /^[a-z][\w.-]*$/.test(name) &&
        !common.test(name) &&
        !isKnown(name) &&
        flags.length > 0 &&
        flags.every(isKnown)
        ? [
            {
              at,
              problem: `runs "${name}", and this package is run as "${programs[0]}"`,
              doubtful: true,
            },
          ]
        : []
    })
  // where the program is told by words what to do, it knows each of them
  const reported = ofOwn.flatMap(({ at, words: [, word = ''] }) =>
    /^[a-z][a-z-]+$/.test(word) ? [{ at, word }] : [],
  )
  const isQuoted = ({ word }: { readonly word: string }): boolean =>
    new RegExp(`['"\`]${word}\\b`).test(facts.sources)
  return reported.some(isQuoted)
    ? reported
        .filter(({ word }) => !isKnown(word))
        .map(({ at, word }) => ({
          at,
          problem: `tells the program to "${word}", which its code does not know`,
          doubtful: true,
        }))
    : []
}

/** Flags of the package's own program: in its commands, and where a row or an item lists them. */
function flagClaims(
  commands: readonly Command[],
  document: MarkdownDocument,
  facts: Facts,
): readonly Claim[] {
  const programs = binariesOf(facts.manifest!)
  if (programs.size === 0 || facts.sources === '') return []
  const run = commands.flatMap(({ text, at }) => {
    const words = text.replace(/^(?:npx(?: --?[\w-]+)*|pnpm dlx|bunx) /, '')
    const own = [...programs.keys()].some((name) => words.startsWith(`${name} `))
    const call = words.split(/ -- | [|&;#"'] ?|["']/)[0]!
    return own
      ? [...call.matchAll(/(?<=\s)--([a-z][\w-]*)/g)].map((match) => ({ flag: match[1]!, at }))
      : []
  })
  const listed = document.inlineCodes.flatMap(({ text, start }) => {
    const flag = /^(?:-\w, ?)?--([a-z][\w-]*)(?:[ =].*)?$/.exec(text)?.[1]
    return flag !== undefined && opensItsLine(document, start) ? [{ flag, at: start }] : []
  })
  const words = new Set([...facts.words].map(letters))
  const isKnown = (flag: string): boolean => {
    const bare = flag.replace(/^no-/, '')
    // a longer name may be put together of its parts
    return (
      [flag, bare].some((name) => words.has(letters(name))) ||
      (bare.includes('-') && bare.split('-').every((part) => words.has(part)))
    )
  }
  // "--reporter-" in the code begins the names of options that others bring
  const isBegun = (flag: string): boolean =>
    [...flag.matchAll(/-/g)].some(({ index }) =>
      new RegExp(`(?<![\\w-])(?:--)?${flag.slice(0, index)}-(?=["'\`<[({$])`).test(facts.sources),
    )
  const all = [...run, ...listed]
  // a program none of whose flags stands in its own code hands them on
  const handsOn = hasDependencies(facts) && !all.some(({ flag }) => isKnown(flag))
  return all.map(({ flag, at }): Claim => {
    if (/^(?:help|version)$/.test(flag) || isKnown(flag)) return agreed(at)
    const claim = missing(facts, at, `the flag --${flag} is nowhere in the code of the package`)
    return handsOn || isBegun(flag) ? { ...claim, doubtful: true } : claim
  })
}
