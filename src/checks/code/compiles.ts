import { posix } from 'node:path'
import type { CheckOutcome } from '../../model/check.ts'
import type { Finding } from '../../model/finding.ts'
import { outcomeOf, undecided } from '../outcome.ts'
import type { Code } from './code.ts'
import { findingAt, findingOnLine, isScript, isTyped, type CodeUnit } from './code-units.ts'
import { declarationsOf } from './declarations.ts'
import type { PythonFacts } from './python-facts.ts'
import { isOfPlatform } from './platform-names.ts'
import { compilerOf, typeCheck, type Diagnostic } from './type-check.ts'

/** Every block parses, and JavaScript and TypeScript also agree with each other's names and types. */
export async function compiles(code: Code): Promise<CheckOutcome> {
  const findings: Finding[] = code.parsed.flatMap(({ unit, errors }) =>
    errors
      .slice(0, 5)
      .map((error) => findingAt(unit, error.offset, `does not parse: ${error.message}`)),
  )
  const broken = new Set(
    code.parsed.filter(({ errors }) => errors.length > 0).map(({ unit }) => unit),
  )
  if (code.units.some(isScript)) {
    const checked = await typeCheck(code)
    if (!checked.ok) return { verdict: 'error', details: checked.reason, findings: [] }
    for (const diagnostic of checked.diagnostics)
      if (!broken.has(diagnostic.unit) && (await isError(diagnostic, code)))
        findings.push(
          findingOnLine(
            diagnostic.unit,
            diagnostic.line,
            `does not compile: ${diagnostic.message}`,
          ),
        )
  }
  const python = await code.python()
  if (python !== null)
    findings.push(
      ...python.flatMap(({ unit, error }) =>
        error === null ? [] : [findingOnLine(unit, error.line, `does not parse: ${error.message}`)],
      ),
    )
  findings.push(...unknownNames(python ?? []))
  for (const unit of code.units) findings.push(...(await otherErrors(unit, code)))
  if (findings.length > 0) return outcomeOf(findings.slice(0, 30), '')
  return (
    unjudged(code, python === null) ??
    outcomeOf([], `${code.units.length} code blocks parse and fit together`)
  )
}

/** Python only notices a name that nobody declared when it gets there. */
function unknownNames(python: readonly PythonFacts[]): readonly Finding[] {
  const elsewhere = new Set(
    python.flatMap(({ functions, classes }) => [...functions, ...classes].map(({ name }) => name)),
  )
  return python.flatMap(({ unit, findings }) =>
    (findings['unknown'] ?? [])
      .filter(({ message }) => !elsewhere.has(message))
      .slice(0, 3)
      .map(({ line, message }) => findingOnLine(unit, line, `${message} is not defined`)),
  )
}

/** What no compiler looked at cannot be said to compile. */
function unjudged(code: Code, noPython: boolean): CheckOutcome | null {
  const main = code.units.filter(
    (unit) => unit.language === 'foreign' && !/^(?:sql|html|css|scss)$/.test(unit.label),
  )
  if (main.length > 0)
    return undecided(`no compiler for ${main[0]?.label ?? 'this language'} is built in`)
  if (noPython && code.units.some((unit) => unit.language === 'py'))
    return undecided('python3 is not installed in the sandbox')
  return code.units.every((unit) => unit.language === 'foreign')
    ? undecided('no compiler for this language is built in')
    : null
}

async function isError(diagnostic: Diagnostic, code: Code): Promise<boolean> {
  const { code: number, message, unit } = diagnostic
  if (isInComment(diagnostic, code) || isForeignName(diagnostic, code)) return false
  const quoted = /'([^']+)'/.exec(message)?.[1] ?? ''
  if (number === 2307)
    return quoted.startsWith('.') && !(await inProject(quoted, unit.name ?? '', code))
  // a later block may go on where an earlier one ended
  if (unit.name === null && (number === 2304 || number === 2552))
    return (
      !code.parsed.some(
        (other) => other.unit !== unit && declarationsOf(other).some(({ name }) => name === quoted),
      ) && !declaredElsewhere(quoted, unit, code)
    )
  return true
}

/** Types that comments speak of are for editors. */
function isInComment({ unit, line }: Diagnostic, code: Code): boolean {
  const lines = unit.content.split('\n')
  const end = lines.slice(0, line).join('\n').length
  const start = end - (lines[line - 1]?.length ?? 0)
  const comments = code.parsed.find((one) => one.unit === unit)?.comments ?? []
  return !isTyped(unit) && comments.some((one) => one.start < end && one.end > start)
}

/** A name that nobody declares is no mistake where the surroundings have it. */
function isForeignName({ code: number, message, unit }: Diagnostic, code: Code): boolean {
  if (number !== 2304 && number !== 2552) return false
  const name = /'([^']+)'/.exec(message)?.[1] ?? ''
  const compiler = compilerOf(code)
  if (compiler !== null && isOfPlatform(name, unit.content, compiler.folder)) return true
  if (isTyped(unit) || unit.name === null) return false
  return (
    /^[A-Z_$]/.test(name) ||
    new RegExp(`typeof\\s+${name}\\b|\\bglobals?\\b[^\\n]*\\b${name}\\b`).test(unit.content) ||
    // scripts of a page see what the scripts before them declare
    (number === 2304 && !isModule.test(unit.content))
  )
}

const isModule = /^\s*(?:import|export)\b|\brequire\s*\(|\bexports\b/m

const declaredElsewhere = (name: string, unit: CodeUnit, code: Code): boolean =>
  /^\w+$/.test(name) &&
  code.units.some(
    (other) =>
      other !== unit &&
      new RegExp(`\\b(?:interface|type|enum|class|const|let|var) ${name}\\b`).test(other.content),
  )

const endings = [
  '',
  '.ts',
  '.tsx',
  '.js',
  '.mjs',
  '.cjs',
  '.json',
  '.d.ts',
  '/index.ts',
  '/index.js',
]
const mostListed = 5_000

/** A file beside the unit, or of that name anywhere; a project that is not listed whole may have it. */
async function inProject(specifier: string, from: string, { subject }: Code): Promise<boolean> {
  const bare = specifier.replace(/\.[cm]?[jt]sx?$/, '')
  // a folder that is a package says itself which file it means
  const manifest = posix.join(posix.dirname(from), specifier, 'package.json')
  if ((await subject.project.read(manifest)) !== null) return true
  for (const base of [specifier, bare])
    for (const ending of endings)
      if ((await subject.project.read(posix.join(posix.dirname(from), base) + ending)) !== null)
        return true
  const wanted = bare.replace(/^(?:\.{1,2}\/)+/, '')
  const files = await subject.project.list()
  return (
    files.length >= mostListed ||
    files.some((file) => {
      const name = file.replace(/\.(?:[cm]?[jt]sx?|json)$/, '')
      return name === wanted || name.endsWith(`/${wanted}`) || name.endsWith(`${wanted}/index`)
    })
  )
}

async function otherErrors(unit: CodeUnit, { tools }: Code): Promise<readonly Finding[]> {
  if (unit.language === 'json') return jsonErrors(unit)
  if (unit.language === 'yaml') {
    const { repeatedKeys, yamlDocuments } = await import('../../kit/yaml.ts')
    return yamlDocuments(unit.content)
      .flatMap((document) => [
        ...document.errors.map(({ pos: [at], message }) => ({ at, message })),
        ...repeatedKeys(document).map(({ at, key }) => ({ at, message: `${key} stands twice` })),
      ])
      .slice(0, 3)
      .map(({ at, message }) => findingAt(unit, at, `is not valid YAML: ${message.split('\n')[0]}`))
  }
  // a transcript shows commands and their output, not a script
  if (unit.language !== 'sh' || /^\s*[$>] /m.test(unit.content)) return []
  const ran = await tools.sandbox.run(
    {
      argv: [unit.label === 'bash' ? 'bash' : 'sh', '-n', 'block.sh'],
      files: { 'block.sh': unit.content },
    },
    tools.signal,
  )
  if (!ran.ok || ran.value.type !== 'exited' || ran.value.code === 0 || ran.value.code === 127)
    return []
  const [, line = '1', message = ''] = /(?:line )?(\d+): (.*)/.exec(ran.value.stderr) ?? []
  return [findingOnLine(unit, Number(line), `is not valid shell: ${message}`)]
}

function jsonErrors(unit: CodeUnit): readonly Finding[] {
  try {
    JSON.parse(unit.content)
    return []
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    // several values one after the other, or comments, are how documents show JSON
    if (/^\s*(?:\/\/|\/\*)|^\s*\.\.\./m.test(unit.content)) return []
    const offset = Number(/position (\d+)/.exec(message)?.[1] ?? unit.content.length - 1)
    return [findingAt(unit, Math.max(0, offset), `is not valid JSON: ${message}`)]
  }
}
