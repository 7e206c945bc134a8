import type { Finding } from '../../model/finding.ts'
import { notApplicable, outcomeOf } from '../outcome.ts'
import type { Configuration, Entry, Unit } from './configuration.ts'
import { configurationCheck } from './configuration-check.ts'
import { canHoldComments, noteFor, proseNote } from './notes.ts'

type Variable = {
  readonly name: string
  readonly entry: Entry
  readonly unit: Unit
  readonly fallback: string | null
  readonly defined: boolean
}

/** Each environment variable that is read or set here is explained somewhere. */
export const envVars = configurationCheck(
  { id: 'configuration/env-vars', title: 'Environment variables are documented' },
  (configuration) => {
    const variables = configuration.units.flatMap((unit) => variablesIn(unit))
    if (variables.length === 0)
      return notApplicable('the configuration reads no environment variable')
    const commented = namesInComments(configuration)
    const byName = Map.groupBy(variables, ({ name }) => name)
    const findings = [...byName].flatMap(([name, uses]): readonly Finding[] => {
      const documented =
        proseNote(name, configuration) !== '' ||
        uses.some(({ entry, unit }) => noteFor(entry, unit, configuration) !== '') ||
        commented.has(name)
      if (documented) return []
      const use = uses.find(({ defined }) => defined) ?? uses[0]!
      return [
        {
          message: `the environment variable ${name} is not explained`,
          place: { line: use.entry.line },
          evidence: name,
        },
      ]
    })
    return outcomeOf(findings, `${byName.size} environment variables are explained`)
  },
)

const builtIn =
  /^(?:GITHUB_\w+|RUNNER_\w+|CI|HOME|PATH|PWD|USER|SHELL|TMPDIR|HOSTNAME|TARGETPLATFORM|BUILDPLATFORM|TARGETARCH|TARGETOS|LANG|TZ)$/

// names that everybody knows need no note
const wellKnown =
  /^(?:PORT|HOST|LOG_LEVEL|LOG_FORMAT|NODE_ENV|APP_ENV|DEBUG|(?:DATABASE|DB|REDIS|POSTGRES|PG|MYSQL|MARIADB|MONGO|MONGODB|AMQP|RABBITMQ|SMTP)_(?:URL|URI|HOST|PORT|USER|USERNAME|PASSWORD|NAME|DB|DATABASE|ROOT_PASSWORD))$/

function variablesIn(unit: Unit): readonly Variable[] {
  if (unit.format === 'nginx') return []
  const setHere = new Set(
    unit.entries.filter(({ path }) => path.includes('env')).map(({ key }) => key),
  )
  return unit.entries.flatMap((entry) => {
    if (entry.value === undefined) return []
    const own: Variable[] =
      unit.format === 'env' && !wellKnown.test(entry.key)
        ? [{ name: entry.key, entry, unit, fallback: entry.raw, defined: true }]
        : []
    if (unit.format === 'dockerfile') own.push(...dockerVariables(entry, unit))
    return [
      ...own,
      ...references(entry, unit).filter(
        ({ name }) =>
          !builtIn.test(name) &&
          !wellKnown.test(name) &&
          !setHere.has(name) &&
          !(unit.format === 'env' && name === entry.key),
      ),
    ]
  })
}

function references(entry: Entry, unit: Unit): readonly Variable[] {
  const text = String(entry.raw === '' ? (entry.value ?? '') : entry.raw)
  const reading =
    /(?<!\$)\$\{([A-Za-z_]\w*)(?::?[-=?+]([^}]*))?\}|(?<![\w$\\])\$([A-Z][A-Z0-9_]+)\b|\bprocess\.env\.([A-Z_]\w*)|\$\{\{\s*env\.([A-Z_]\w*)\s*\}\}|\{env:([A-Z_]\w*)\}|%([A-Z][A-Z0-9_]+)%/g
  const variables = [...text.matchAll(reading)].map((match): Variable => ({
    name: match[1] ?? match[3] ?? match[4] ?? match[5] ?? match[6] ?? match[7] ?? '',
    entry,
    unit,
    fallback: match[2] ?? null,
    defined: false,
  }))
  // a bare name in a list of environment variables is passed through from outside
  const passed =
    unit.platform === 'compose' &&
    entry.path.at(-2) === 'environment' &&
    /^\d+$/.test(entry.key) &&
    /^[A-Z][A-Z0-9_]*$/.test(text)
      ? [{ name: text, entry, unit, fallback: null, defined: false }]
      : []
  const scripts =
    unit.format === 'dockerfile' || /^(?:run|command|entrypoint|script|test)$/.test(entry.key)
  return [...variables.filter(({ name }) => !(scripts && text.includes(`${name}=`))), ...passed]
}

function dockerVariables(entry: Entry, unit: Unit): readonly Variable[] {
  if (entry.key !== 'ENV' && entry.key !== 'ARG') return []
  const name = /^([A-Za-z_]\w*)/.exec(entry.raw)?.[1]
  return name === undefined || builtIn.test(name) || name === 'NODE_ENV'
    ? []
    : [{ name, entry, unit, fallback: null, defined: true }]
}

/** Every name that a comment speaks of in words. */
function namesInComments({ units }: Configuration): ReadonlySet<string> {
  const comments = units
    .filter((unit) => canHoldComments(unit))
    .flatMap(({ text }) => text.match(/^[ \t]*(?:#|\/\/|;)[^\n]*$/gm) ?? [])
    .filter(
      (comment) => /[a-z]{3}/.test(comment) && !/^[ \t]*(?:#|\/\/|;)[ \t]*\w+[ \t]*=/.test(comment),
    )
  return new Set(comments.flatMap((comment) => comment.match(/[A-Za-z_]\w*/g) ?? []))
}
