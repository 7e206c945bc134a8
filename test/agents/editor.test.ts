import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'jsonc-parser'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '../support/folder.ts'
import { lw } from '../support/workspace.ts'
import { fetched } from './real-agents.ts'

const isReal = process.env['MODE'] === 'agents'

/** What is wrong with a file by a schema of the editor, which names definitions and schemas in ways of its own. */
function wrongIn(schema: object, value: unknown): readonly string[] {
  const text = JSON.stringify(schema)
    .replaceAll('"#definitions/', '"#/definitions/')
    .replaceAll(/"\$?id":"vscode:[^"]*",?/g, '')
  const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false })
  ajv.validate(JSON.parse(text), value)
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

describe.runIf(isReal)('Visual Studio Code', () => {
  test('takes the files that are written for it, by its own schemas', async () => {
    const modules = fetched('vscode', '@codingame/monaco-vscode-task-service-override')
    const printer = join(import.meta.dirname, 'editor-schemas.mjs')
    const printed = execFileSync(process.execPath, [printer, modules], { encoding: 'utf8' })
    const { tasks, mcp } = JSON.parse(printed) as { tasks: object; mcp: object }
    for (const args of [
      ['install', 'vscode', '--yes'],
      ['init', '--vscode'],
    ]) {
      const folder = freshFolder()
      expect((await lw(folder, args)).status).toBe(0)
      const read = (name: string) => parse(readFileSync(join(folder, '.vscode', name), 'utf8'))
      const own = read('tasks.json')
      expect(wrongIn(tasks, own)).toEqual([])
      expect(wrongIn(tasks, { ...own, tasks: [{ label: 'a', args: 7 }] })).not.toEqual([])
      if (args[0] === 'init') continue
      expect(wrongIn(mcp, read('mcp.json'))).toEqual([])
      expect(wrongIn(mcp, { servers: { loopwright: { run: 'it' } } })).not.toEqual([])
    }
  })
})
