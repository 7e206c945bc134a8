import { z } from 'zod'
import type { Tools } from '../check.ts'
import type { CodeUnit } from './code-units.ts'
import { pythonReader } from './python-reader.ts'

const Fact = z.object({ line: z.number(), message: z.string() })

const Reading = z.object({
  error: Fact.nullable(),
  functions: z.array(
    z.object({
      name: z.string(),
      owner: z.string().nullable(),
      line: z.number(),
      required: z.number(),
      most: z.number().nullable(),
      stub: z.boolean(),
    }),
  ),
  classes: z.array(z.object({ name: z.string(), line: z.number() })),
  hidden: z.array(z.string()),
  imports: z.array(z.string()),
  findings: z.record(z.string(), z.array(Fact)),
})

/** What Python's own parser says about one unit. */
export type PythonFacts = z.infer<typeof Reading> & { readonly unit: CodeUnit }

const known = new WeakMap<readonly CodeUnit[], Promise<readonly PythonFacts[] | null>>()

/** Reads all Python units with the sandbox's python3, once; null where there is none. */
export function pythonFacts(
  units: readonly CodeUnit[],
  tools: Tools,
): Promise<readonly PythonFacts[] | null> {
  const facts =
    known.get(units) ??
    read(
      units.filter((unit) => unit.language === 'py'),
      tools,
    )
  known.set(units, facts)
  return facts
}

async function read(
  units: readonly CodeUnit[],
  tools: Tools,
): Promise<readonly PythonFacts[] | null> {
  if (units.length === 0) return []
  const ran = await tools.sandbox.run(
    {
      argv: ['python3', '-I', 'reader.py'],
      files: { 'reader.py': pythonReader },
      stdin: JSON.stringify(units.map((unit) => unit.content)),
      limits: { outputBytes: 4_000_000 },
    },
    tools.signal,
  )
  if (!ran.ok) throw new Error(`${ran.error.reason}; ${ran.error.remedy}`)
  if (ran.value.type === 'stopped')
    throw new Error(`reading the Python code was stopped: ${ran.value.limit}`)
  if (ran.value.code === 127) return null
  if (ran.value.code !== 0)
    throw new Error(`reading the Python code failed: ${ran.value.stderr.slice(-200)}`)
  const readings = z.array(Reading).parse(JSON.parse(ran.value.stdout))
  return readings.flatMap((reading, index) => {
    const unit = units[index]
    return unit === undefined ? [] : [{ ...reading, unit }]
  })
}
