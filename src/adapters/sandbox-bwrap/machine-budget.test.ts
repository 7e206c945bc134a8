import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '../../../test/support/folder.ts'
import { openMachineBudget } from './machine-budget.ts'

const forever = new AbortController().signal
const budget = { memoryMb: 1000, sandboxes: 3 }
const fileIn = (folder: string) => join(folder, 'state', 'sandboxes.db')

/** A program that takes 900 of the room and says so. */
const holding = (file: string) =>
  `const { openMachineBudget } = await import(${JSON.stringify(join(import.meta.dirname, 'machine-budget.ts'))}); await openMachineBudget(${JSON.stringify(file)}, ${JSON.stringify(budget)})(900, new AbortController().signal); console.log('in'); setInterval(() => {}, 1000)`

/** Whether somebody is let in within a moment. */
const isIn = (asked: Promise<unknown>) =>
  Promise.race([asked.then(() => true), wait(400).then(() => false)])

describe('the budget of the machine', () => {
  test('[LIMIT-6] lets nobody in who would take more than is left, and lets them in when there is room', async () => {
    const file = fileIn(freshFolder())
    const one = openMachineBudget(file, budget)
    const other = openMachineBudget(file, budget)
    const leave = await one(700, forever)
    const waiting = other(400, forever)
    expect(await isIn(waiting)).toBe(false)
    expect(await isIn(other(300, forever))).toBe(true)
    leave()
    expect(await isIn(waiting)).toBe(true)
  })

  test('[LIMIT-6] counts heads, lets whoever is alone have all of it, and waits for nobody who was called off', async () => {
    const budgetOf = openMachineBudget(fileIn(freshFolder()), budget)
    const leave = await budgetOf(5_000, forever)
    expect(await isIn(budgetOf(1, forever))).toBe(false)
    leave()
    for (const _ of [1, 2, 3]) await budgetOf(1, forever)
    expect(await isIn(budgetOf(1, forever))).toBe(false)
    expect(await isIn(budgetOf(1, AbortSignal.timeout(100)))).toBe(true)
  })

  test('[LIMIT-6] forgets whoever was killed, and a file that is none', async () => {
    const file = fileIn(freshFolder())
    const script = holding(file)
    const child = spawn(process.execPath, ['--input-type=module', '-e', script])
    await once(child.stdout, 'data')
    const waiting = openMachineBudget(file, budget)(900, forever)
    expect(await isIn(waiting)).toBe(false)
    child.kill('SIGKILL')
    expect(await isIn(waiting)).toBe(true)
    writeFileSync(file, 'no database, whatever it is')
    expect(await isIn(openMachineBudget(file, budget)(900, forever))).toBe(true)
  })

  test('[LIMIT-6] waits for a reader of its file, and gives a place back in spite of one', async () => {
    const file = fileIn(freshFolder())
    const letIn = openMachineBudget(file, budget)
    const leave = await letIn(900, forever)
    const reader = new DatabaseSync(file)
    const read = () => {
      reader.exec('BEGIN')
      reader.prepare('SELECT * FROM places').all()
    }
    read()
    leave()
    const waiting = letIn(900, forever)
    expect(await isIn(waiting)).toBe(false)
    reader.exec('COMMIT')
    const leaveAgain = await waiting
    read()
    leaveAgain()
    reader.exec('COMMIT')
    expect(await isIn(openMachineBudget(file, budget)(900, forever))).toBe(true)
  })

  test('[LIMIT-6] makes a file anew that was damaged while it was open', async () => {
    const file = fileIn(freshFolder())
    const letIn = openMachineBudget(file, budget)
    await letIn(900, forever)
    writeFileSync(file, 'no database, whatever it is'.repeat(1_000))
    expect(await isIn(letIn(900, forever))).toBe(true)
  })

  test('[LIMIT-6] forgets whoever is dead while its parent does not look', async () => {
    const file = fileIn(freshFolder())
    const last = holding(file).replace(
      'setInterval(() => {}, 1000)',
      'process.kill(process.pid, 9)',
    )
    const line = '"$0" --input-type=module -e "$1" & exec sleep 60'
    const parent = spawn('sh', ['-c', line, process.execPath, last])
    await once(parent.stdout, 'data')
    expect(await isIn(openMachineBudget(file, budget)(900, forever))).toBe(true)
    parent.kill('SIGKILL')
  })

  test('[LIMIT-6] says who holds the room that somebody waits for', async () => {
    const file = fileIn(freshFolder())
    await openMachineBudget(file, budget)(1_000, forever)
    const notes: string[] = []
    const note = { afterMs: 50, tell: (text: string) => notes.push(text) }
    await openMachineBudget(file, budget, note)(1, AbortSignal.timeout(400))
    expect(notes).toEqual([
      expect.stringMatching(new RegExp(`by process ${process.pid} \\(.+\\) for \\d+ s`)),
    ])
  })
})
