import { replacing } from './document-check.ts'
import type { Claim, Claims, Command } from './claim.ts'
import { agreed, commandsIn } from './claim.ts'
import type { Facts } from './facts.ts'
import type { Manifest } from './manifest.ts'
import { binariesOf, dependenciesOf, repositoryOf } from './manifest.ts'
import { nearest } from '../../kit/near.ts'

/** Install commands, scripts, program names, flags and clone addresses, held against package.json. */
export const claimsOfCommands: Claims = (document, facts) => {
  const { manifest } = facts
  if (manifest === null) return []
  const commands = commandsIn(document)
  return [
    ...installClaims(commands, manifest),
    ...commands.flatMap((command) => scriptClaims(command, manifest)),
    ...commands.flatMap((command) => programClaims(command, manifest)),
    ...commands.flatMap((command) => flagClaims(command, facts, manifest)),
    ...commands.flatMap((command) => cloneClaims(command, manifest)),
  ]
}

const installing =
  /^(?:sudo )?(?:npm (?:install|i|add)|yarn (?:global )?add|pnpm (?:add|install|i)|bun (?:add|install|i)|deno add)((?:\s+\S+)*)/

type Installed = { readonly name: string; readonly version: string | null; readonly at: number }

function installClaims(commands: readonly Command[], manifest: Manifest): readonly Claim[] {
  const own = manifest.name
  if (own === undefined) return []
  const installed = commands.flatMap((command) => packagesIn(command))
  const known = dependenciesOf(manifest)
  const ownShown = installed.some(({ name }) => name === own)
  return installed.map(({ name, version, at }) => {
    const fix = replacing(`name the package ${own}`, at, at + name.length, own)
    if (name === own) return versionClaim({ name, version, at }, manifest)
    if (known.has(name) || /^(?:npm|pnpm|yarn|bun|typescript|node|corepack)$/.test(name))
      return agreed(at)
    if (
      nearest(name, [own]) !== null ||
      name.replace(/^@[^/]+\//, '') === own.replace(/^@[^/]+\//, '')
    )
      return { at, problem: `installs "${name}", but the package is named "${own}"`, fix }
    if (!ownShown)
      return {
        at,
        problem: `installs "${name}", which is neither this package ("${own}") nor one of its dependencies`,
        fix,
      }
    return agreed(at)
  })
}

function versionClaim(installed: Installed, manifest: Manifest): Claim {
  const { version, at, name } = installed
  if (
    version === null ||
    manifest.version === undefined ||
    !/^\d+\.\d+\.\d+/.test(version) ||
    version === manifest.version
  )
    return agreed(at)
  const start = at + name.length + 1
  return {
    at,
    problem: `installs version ${version}, but package.json says ${manifest.version}`,
    fix: replacing(
      'use the version of package.json',
      start,
      start + version.length,
      manifest.version,
    ),
  }
}

function packagesIn(command: Command): readonly Installed[] {
  const match = installing.exec(command.text)
  if (!match) return []
  const from = match[0].length - match[1]!.length
  return [...match[1]!.split(/[;&|#]/)[0]!.matchAll(/\S+/g)].flatMap((word) => {
    const parts = /^(@?[a-z0-9~][\w.~-]*(?:\/[\w.~-]+)?)(?:@(.+))?$/i.exec(word[0])
    if (!parts || word[0].startsWith('-') || /[.]tgz$/.test(word[0])) return []
    return [{ name: parts[1]!, version: parts[2] ?? null, at: command.at + from + word.index }]
  })
}

function scriptClaims(command: Command, manifest: Manifest): readonly Claim[] {
  if (/(?:^|\s)(?:-w|--workspace|--prefix|-C|--filter)\b|(?:^|&& )cd /.test(command.text)) return []
  const claims: Claim[] = []
  const calls =
    /\b(?:npm|pnpm|yarn|bun) (?:run|run-script) ([\w:.-]+)|\b(?:npm|pnpm|yarn) (test|start)(?![\w:.-])/g
  for (const match of command.text.matchAll(calls)) {
    const script = match[1] ?? match[2] ?? ''
    const at = command.at + match.index
    if (script.startsWith('-')) continue
    if (Object.hasOwn(manifest.scripts, script)) {
      claims.push(agreed(at))
      continue
    }
    const start = at + match[0].length - script.length
    const near = nearest(script, Object.keys(manifest.scripts))
    const fix =
      near === null
        ? undefined
        : replacing(`call the script ${near}`, start, start + script.length, near)
    claims.push({
      at,
      problem: `"${match[0]}" names a script that package.json does not have`,
      fix,
    })
  }
  return claims
}

const commonPrograms = new Set(
  'npm npx node yarn pnpm bun deno git cd curl wget cat echo ls mkdir rm cp mv sudo apt brew docker docker-compose kubectl make python python3 pip go cargo export set source touch chmod bash sh psql tsc which code open vi nano'.split(
    ' ',
  ),
)

function programClaims(command: Command, manifest: Manifest): readonly Claim[] {
  const programs = binariesOf(manifest)
  const runner = /^(?:npx(?: --?\w+)*|pnpm dlx|bunx|yarn dlx) (@?[\w./-]+)/.exec(command.text)
  const name = runner?.[1] ?? /^([a-z][\w.-]*)(?= |$)/.exec(command.text)?.[1]
  if (
    name === undefined ||
    (!runner && (commonPrograms.has(name) || command.text.startsWith('npx')))
  )
    return []
  if (!runner && command.inline && !command.text.includes(' ')) return []
  const at = command.at + command.text.indexOf(name, runner ? 3 : 0)
  if (programs.has(name) || name === manifest.name || dependenciesOf(manifest).has(name))
    return [agreed(at)]
  const known = [...programs.keys(), ...(manifest.name === undefined ? [] : [manifest.name])]
  const near =
    nearest(name, runner ? known : programs.keys()) ??
    (runner ? known.find((program) => name.startsWith(`${program}-`)) : undefined) ??
    null
  if (near === null || (!runner && programs.size === 0)) return []
  return [
    {
      at,
      problem: `runs "${name}", but the package's command is "${near}"`,
      fix: replacing(`run ${near}`, at, at + name.length, near),
    },
  ]
}

function flagClaims(command: Command, facts: Facts, manifest: Manifest): readonly Claim[] {
  const programs = [
    ...binariesOf(manifest).keys(),
    ...(manifest.bin === undefined || manifest.name === undefined ? [] : [manifest.name]),
  ]
  const words = command.text.replace(/^(?:npx(?: --?\w+)*|pnpm dlx|bunx) /, '')
  if (
    facts.sources === '' ||
    !facts.isWhole ||
    !programs.some((program) => words === program || words.startsWith(`${program} `))
  )
    return []
  return [...command.text.split(/ [|&;#] ?/)[0]!.matchAll(/(?<=\s)--([a-z][a-z0-9-]*)/g)].map(
    (match) => flagClaim(match[1]!, command.at + match.index, facts),
  )
}

/** Whether a flag is known to the sources, by its own name or as the camel-cased option. */
export function flagClaim(flag: string, at: number, facts: Facts): Claim {
  const bare = flag.replace(/^no-/, '')
  const camel = bare.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  const inSources = [flag, bare, camel].some((name) =>
    new RegExp(`(?<![\\w-])(?:--)?${name}(?![\\w-])`).test(facts.sources),
  )
  if (inSources || flag === 'help' || flag === 'version') return agreed(at)
  return { at, problem: `the flag --${flag} is not known to the program` }
}

function cloneClaims(command: Command, manifest: Manifest): readonly Claim[] {
  const own = repositoryOf(manifest)
  const match = /^git clone (?:-\S+ )*(\S*[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?)(?=\s|$)/.exec(
    command.text,
  )
  if (own === null || !match) return []
  const at = command.at + command.text.indexOf(match[2]!)
  if (match[2] === own) return [agreed(at)]
  const [owner] = match[2]!.split('/')
  if (owner !== own.split('/')[0] && nearest(match[2]!, [own]) === null) return []
  return [
    {
      at,
      problem: `clones ${match[2]}, but package.json names the repository ${own}`,
      fix: replacing('clone the repository of package.json', at, at + match[2]!.length, own),
    },
  ]
}
