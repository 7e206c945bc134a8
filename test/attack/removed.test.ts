import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { attackers, runWith } from './attackers.ts'
import { isWhole } from './budget.ts'
import { walls } from './walls.ts'

const source = (file: string) =>
  readFileSync(join(import.meta.dirname, '..', '..', 'src', file), 'utf8')

describe('every attacker', () => {
  test('[ATTACK-29] has a wall that stands where the table says, and every wall an attacker', () => {
    for (const { wall, file, from } of walls) expect(source(file).split(from).length, wall).toBe(2)
    expect(new Set(walls.map(({ attacker }) => attacker))).toEqual(new Set(Object.keys(attackers)))
  })

  test.each(walls.filter(({ quick }) => isWhole || quick))(
    '[ATTACK-29] fails ($attacker), unless a wall is taken down ($wall)',
    async ({ attacker, ...patch }) => {
      if (isWhole) expect(await attackers[attacker](runWith(null), null)).toBe(false)
      expect(await attackers[attacker](runWith(patch), patch)).toBe(true)
    },
  )
})
