import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { CheckOptions } from '../../../check/files/criteria.ts'
import { type AsyncResult, err, ok, usageError } from '../../../model/result.ts'
import { type Call, idsOf, pathIn, text, whoAmI } from '../command.ts'

type Asked = Pick<
  CheckOptions,
  'task' | 'criteriaFile' | 'criteriaText' | 'requirements' | 'decided'
>

/** What was asked for, from --task, --task-file and --criteria, and what a person decides by --met and --unmet. */
export async function askedFrom(call: Call): AsyncResult<Asked> {
  const {
    words: [kind],
    values,
    cwd,
    env,
  } = call
  const named = pathIn(cwd, text(values, 'requirements'))
  if (named !== undefined && kind !== 'design')
    return usageError('--requirements is for designs', 'use --task-file')
  const requirements = named === undefined ? null : await fileText(named)
  if (requirements !== null && !requirements.ok) return requirements
  if (requirements?.value.trim() === '')
    return err({ exit: 2, what: 'the requirements are empty', where: named ?? '' })
  const taskFile = pathIn(cwd, text(values, 'task-file'))
  if (taskFile !== undefined && text(values, 'task') !== undefined)
    return usageError('--task and --task-file say the same thing', 'use one')
  const task = taskFile === undefined ? ok(text(values, 'task') ?? '') : await fileText(taskFile)
  if (!task.ok) return task
  if (taskFile !== undefined && task.value.trim() === '')
    return err({ exit: 2, what: 'the task file is empty', where: taskFile })
  const criteria = pathIn(cwd, text(values, 'criteria'))
  const isWords = criteria !== undefined && /^\.(?:md|markdown|txt)$/i.test(extname(criteria))
  if (kind === 'design' && criteria !== undefined && !isWords)
    return err({
      exit: 2,
      what: 'criteria for a design are sentences in a .md or .txt file',
      where: criteria,
    })
  const words = isWords ? await fileText(criteria) : null
  if (words !== null && !words.ok) return words
  const decided = {
    met: idsOf(call, 'met'),
    unmet: idsOf(call, 'unmet'),
    by: text(values, 'by') ?? whoAmI(env),
  }
  return ok({
    task: task.value,
    ...(criteria === undefined || isWords ? {} : { criteriaFile: criteria }),
    ...(words === null ? {} : { criteriaText: words.value }),
    ...(requirements === null ? {} : { requirements: requirements.value }),
    ...(decided.met.length + decided.unmet.length === 0 ? {} : { decided }),
  })
}

async function fileText(path: string): AsyncResult<string> {
  try {
    return ok(await readFile(path, 'utf8'))
  } catch {
    return usageError('the file cannot be read', 'check the path', path)
  }
}
