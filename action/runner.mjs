// What the runner of GitHub Actions gives to a step and takes from it.
import { randomUUID } from 'node:crypto'
import { appendFileSync, readFileSync } from 'node:fs'

const most = { summaryBytes: 1024 * 1024, annotations: 10 }

export const input = (name) => (process.env[`INPUT_${name.toUpperCase()}`] ?? '').trim()

export const event = () =>
  process.env.GITHUB_EVENT_PATH
    ? JSON.parse(readFileSync(process.env.GITHUB_EVENT_PATH, 'utf8'))
    : {}

const escaped = (text) =>
  String(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text) => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** A command to the runner: nothing of a value can end it or begin another one. */
export function command(name, values, message) {
  const list = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${property(value)}`)
  process.stdout.write(
    `::${name}${list.length > 0 ? ` ${list.join(',')}` : ''}::${escaped(message)}\n`,
  )
}

export function output(name, value) {
  if (!process.env.GITHUB_OUTPUT) return
  const end = `end-${randomUUID()}`
  appendFileSync(process.env.GITHUB_OUTPUT, `${name}<<${end}\n${value}\n${end}\n`)
}

/** The first lines of a text that fit, with a word about the rest. */
export function cut(text, bytes) {
  if (Buffer.byteLength(text) <= bytes) return text
  const note = '\n\n… the rest is in the reports of this run\n'
  const kept = Buffer.from(text)
    .subarray(0, bytes - Buffer.byteLength(note))
    .toString()
  return `${kept.slice(0, Math.max(0, kept.lastIndexOf('\n')))}${note}`
}

export function summary(markdown) {
  if (process.env.GITHUB_STEP_SUMMARY)
    appendFileSync(process.env.GITHUB_STEP_SUMMARY, cut(`${markdown}\n`, most.summaryBytes))
}

const commandOf = { error: 'error', warning: 'warning', note: 'notice', none: 'notice' }

/** The findings at their lines, the worst first; GitHub shows no more than ten of each sort. */
export function annotate(sarif) {
  const results = sarif.runs.flatMap((run) => run.results ?? [])
  for (const [level, name] of Object.entries(commandOf))
    for (const result of results
      .filter((each) => (each.level ?? 'warning') === level)
      .slice(0, most.annotations)) {
      const { artifactLocation, region } = result.locations?.[0]?.physicalLocation ?? {}
      const file = artifactLocation ? decodeURIComponent(artifactLocation.uri) : undefined
      command(name, { file, line: region?.startLine, title: result.ruleId }, result.message.text)
    }
}

/** Lets a program write to the log without being able to command the runner. */
export async function quoted(work) {
  const token = randomUUID()
  process.stdout.write(`::stop-commands::${token}\n`)
  try {
    return await work()
  } finally {
    process.stdout.write(`\n::${token}::\n`)
  }
}
