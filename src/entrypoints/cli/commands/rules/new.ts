import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openWorkspace } from '../../../../app.ts'
import { firstRule } from '../../../../check/rules/first-rule.ts'
import { ruleFile, ruleFolder, subjectKinds } from '../../../../model/own-rule.ts'
import { usageError } from '../../../../model/result.ts'
import { type Command, flag, text, printResult } from '../../command.ts'

export const command: Command = {
  name: 'rules new',
  usage: 'rules new <id> [options]',
  about: `Writes a rule to begin with, which passes its own test: into ${ruleFile}, or into a file of its own in\n${ruleFolder} where there is one already. Nothing that lies there is changed.`,
  words: { least: 1, most: 1 },
  options: {
    on: {
      type: 'string',
      value: 'KIND',
      choices: subjectKinds,
      help: 'what it looks at: page, code, change, openapi, config, docs, design, text (default)',
    },
    module: { type: 'boolean', help: 'a small program instead of a pattern' },
  },
  examples: [
    ['loopwright rules new shop/price-has-currency --on page', 'about pages'],
    ['loopwright rules new team/no-friday --on change --module', 'a small program'],
  ],
  async run({ words: [id = ''], values, terminal, cwd, env }) {
    const named = text(values, 'on') ?? 'text'
    const on = subjectKinds.find((each) => each === named)
    if (on === undefined)
      return usageError(`there is no kind "${named}"`, `kinds: ${subjectKinds.join(', ')}`)
    const opened = await openWorkspace({ cwd, env })
    if (!opened.ok) return opened
    const workspace = opened.value
    const known = await workspace.readRules()
    if (!known.ok) return known
    if (known.value.some((rule) => rule.id === id))
      return usageError(`there is a rule ${id} already`, `see: loopwright rules explain ${id}`)
    const { root } = workspace
    const path = existsSync(join(root, ruleFile))
      ? `${ruleFolder}/${id.replaceAll('/', '-')}.yaml`
      : ruleFile
    const made = firstRule({ id, on, isModule: flag(values, 'module') })
    if (!made.ok) return made
    const files = [
      { path, text: made.value.yaml },
      ...(made.value.module === null ? [] : [made.value.module]),
    ]
    const taken = files.find((file) => existsSync(join(root, file.path)))
    if (taken !== undefined)
      return usageError('the file is there already', 'choose another id', taken.path)
    for (const file of files) {
      const absolute = join(root, file.path)
      await mkdir(dirname(absolute), { recursive: true })
      await writeFile(absolute, file.text)
    }
    const paths = files.map((file) => file.path)
    return printResult({ values, terminal }, { rule: id, paths }, ({ terminal: { paint } }) => [
      ...paths.map((each) => `${paint('green', '✓')} ${each}`),
      `change it, then: loopwright rules test ${id}`,
    ])
  },
}
