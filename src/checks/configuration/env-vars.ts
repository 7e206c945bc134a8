import type { Finding } from '../../model/finding.ts'
import { notApplicable, outcomeOf } from '../outcome.ts'
import type { Configuration, Entry, Unit } from './configuration.ts'
import { configurationCheck } from './configuration-check.ts'
import { canHoldComments, noteFor, proseNote } from './notes.ts'

type Variable = { readonly name: string; readonly entry: Entry; readonly unit: Unit }

/** Each environment variable that is read or set here is explained somewhere. */
export const envVars = configurationCheck(
  { id: 'configuration/env-vars', title: 'Environment variables are documented' },
  (configuration) => {
    const variables = configuration.units.flatMap(variablesIn)
    if (variables.length === 0)
      return notApplicable('the configuration reads no environment variable')
    const commented = namesInComments(configuration)
    const byName = Map.groupBy(variables, ({ name }) => name)
    const findings = [...byName].flatMap(([name, uses]): readonly Finding[] => {
      const isExplained =
        commented.has(name) ||
        proseNote(name, configuration) !== '' ||
        uses.some(({ entry, unit }) => noteFor(entry, unit, configuration) !== '')
      const message = `the environment variable ${name} is not explained`
      const line = uses[0]?.entry.line ?? 1
      return isExplained ? [] : [{ message, place: { line }, evidence: name }]
    })
    return outcomeOf(findings, `${byName.size} environment variables are explained`)
  },
)

// names that everybody knows need no note
const wellKnown =
  /^(?:GITHUB_\w+|RUNNER_\w+|CI|HOME|PATH|PWD|USER|SHELL|TMPDIR|HOSTNAME|(?:TARGET|BUILD)PLATFORM|TARGETARCH|TARGETOS|LANG|TZ|PORT|HOST|LOG_LEVEL|LOG_FORMAT|NODE_ENV|APP_ENV|DEBUG|(?:DATABASE|DB|REDIS|POSTGRES|PG|MYSQL|MARIADB|MONGO|MONGODB|AMQP|RABBITMQ|SMTP)_(?:URL|URI|HOST|PORT|USER|USERNAME|PASSWORD|NAME|DB|DATABASE|ROOT_PASSWORD))$/

const reading =
  /(?<!\$)\$\{([A-Za-z_]\w*)(?::?[-=?+][^}]*)?\}|(?<![\w$\\])\$([A-Z][A-Z0-9_]+)\b|\bprocess\.env\.([A-Z_]\w*)|\$\{\{\s*env\.([A-Z_]\w*)\s*\}\}|\{env:([A-Z_]\w*)\}|%([A-Z][A-Z0-9_]+)%/g

function variablesIn(unit: Unit): readonly Variable[] {
  if (unit.format === 'nginx') return []
  const setHere = unit.entries.filter(({ path }) => path.includes('env')).map(({ key }) => key)
  return unit.entries
    .filter(({ value }) => value !== undefined)
    .flatMap((entry) =>
      [...namesSet(entry, unit), ...namesRead(entry, unit)]
        .filter((name) => !wellKnown.test(name) && !setHere.includes(name))
        .map((name) => ({ name, entry, unit })),
    )
}

/** What a line of .env or a Dockerfile sets, and what a list of variables passes through. */
function namesSet({ key, raw, path }: Entry, { format, platform }: Unit): readonly string[] {
  const isPassed =
    platform === 'compose' && path.at(-2) === 'environment' && /^[A-Z][A-Z0-9_]*$/.test(raw)
  if (format === 'env') return [key]
  if (isPassed) return [raw]
  return format === 'dockerfile' && /^(?:ENV|ARG)$/.test(key)
    ? (/^[A-Za-z_]\w*/.exec(raw)?.slice(0, 1) ?? [])
    : []
}

function namesRead({ key, raw, value }: Entry, { format }: Unit): readonly string[] {
  const text = raw === '' ? String(value ?? '') : raw
  const isScript = format === 'dockerfile' || /^(?:run|command|entrypoint|script|test)$/.test(key)
  return [...text.matchAll(reading)]
    .flatMap((match) => match.slice(1).find((name) => name !== undefined) ?? [])
    .filter((name) => !(isScript && text.includes(`${name}=`)))
}

/** Every name that a comment speaks of in words. */
function namesInComments({ units }: Configuration): ReadonlySet<string> {
  const comments = units
    .filter(canHoldComments)
    .flatMap(({ text }) => text.match(/^[ \t]*(?:#|\/\/|;)[^\n]*$/gm) ?? [])
    .filter((comment) => /[a-z]{3}/.test(comment) && !/^\W*\w+[ \t]*=/.test(comment))
  return new Set(comments.flatMap((comment) => comment.match(/[A-Za-z_]\w*/g) ?? []))
}
