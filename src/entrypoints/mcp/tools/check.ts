import { z } from 'zod'
import { err, ok } from '../../../model/result.ts'
import type { McpContext } from '../context.ts'
import { outsideOf } from '../inside.ts'
import { defineTool, reads, type Tool } from '../tool.ts'

const text = z.string().max(200_000)
const verdict = z.enum(['accepted', 'not_accepted', 'undecided'])

const CheckOutput = z.object({
  verdict,
  subjects: z.array(
    z.object({
      path: z.string(),
      verdict,
      obligations: z.array(
        z.object({
          id: z.string(),
          statement: z.string(),
          weight: z.string(),
          status: z.string(),
          reason: z.string(),
          decided_by: z.string(),
        }),
      ),
      findings: z.array(
        z.object({
          rule: z.string(),
          severity: z.string(),
          message: z.string(),
          path: z.string(),
          line: z.number().optional(),
        }),
      ),
    }),
  ),
})

/** Holds what exists against the gates. */
export const checkTool = ({ loopwright }: McpContext): Tool =>
  defineTool({
    name: 'check',
    title: 'Check what exists',
    description:
      'Holds files, pages or a project against general rules and, with a task, against what was asked. Nothing is written. "accepted" means that every obligation is met by evidence; without a task only general rules are asked.',
    annotations: { ...reads, idempotentHint: true },
    input: z.object({
      kind: z
        .enum(['openapi', 'docs', 'config', 'code', 'design', 'project', 'page'])
        .describe(
          'project: a folder of code; page: a folder, an .html file or an address on this machine',
        ),
      paths: z.array(z.string().min(1).max(4_096)).min(1).max(100),
      task: text.optional().describe('what was asked for'),
      requirements: text.optional().describe('what a design is made for'),
      base: z.string().max(200).optional().describe('the commit that a project is a change of'),
    }),
    output: CheckOutput,
    async run({ kind, paths, task, requirements, base }, { signal }) {
      const { root } = loopwright.workspace
      for (const path of [...paths, ...(base === undefined ? [] : [base])]) {
        const isAddress = kind === 'page' && /^https?:\/\//.test(path)
        const outside = isAddress ? null : outsideOf(root, path)
        if (outside !== null) return err(outside)
      }
      const checked = await loopwright.check({
        kind,
        paths,
        signal,
        ...(task === undefined ? {} : { task }),
        ...(requirements === undefined ? {} : { requirements }),
        ...(base === undefined ? {} : { base }),
      })
      if (!checked.ok) return checked
      const subjects = checked.value.subjects.map(
        ({ path, obligations, findings, ...subject }) => ({
          path,
          verdict: subject.verdict,
          obligations: [...obligations],
          findings: [...findings],
        }),
      )
      return ok({ verdict: checked.value.verdict, subjects })
    },
  })
