import { expect, test } from 'vitest'
import { contractViolations } from './contract-check.ts'

const files = (record: Record<string, string>) => new Map(Object.entries(record))
const user = `import { price } from './price.ts'\nexport const total = price(3)\n`

async function kinds(
  before: Record<string, string>,
  after: Record<string, string>,
  contracts: { path: string; name: string; signature?: string; standing?: true }[] = [],
) {
  const found = await contractViolations({ before: files(before), after: files(after), contracts })
  return found.map(({ path, name, kind }) => `${path} ${name} ${kind}`)
}

const changed = (one: string, other: string) =>
  kinds(
    { 'src/price.ts': one, 'src/cart.ts': user },
    { 'src/price.ts': other, 'src/cart.ts': user },
  )

const plain = 'export function price(count: number): number { return count * 2 }\n'

test.each([
  ['a removed export', 'export function cost(count: number): number { return count }'],
  [
    'a new required parameter',
    'export function price(count: number, tax: number): number { return count * tax }',
  ],
  ['a parameter less', 'export function price(): number { return 1 }'],
  [
    'a result that may be null',
    'export function price(count: number): number | null { return count }',
  ],
  ['a promise instead of a value', 'export async function price(count: number) { return count }'],
  ['a value instead of a function', "export const price: string = 'x'"],
])('[WO-11] %s is breaking where an unchanged file uses the name', async (_, other) => {
  expect(await changed(plain, other)).toContain('src/price.ts price breaking')
})

test.each([
  ['another body', 'export function price(count: number): number { return count + count }', []],
  [
    'another layout',
    'export function price(\n  count: number, // how many\n): number {\n  return 2 * count\n}',
    [],
  ],
  [
    'an arrow function of the same form',
    'export const price = (count: number): number => count * 2',
    [],
  ],
  [
    'a new optional parameter',
    'export function price(count: number, tax = 1): number { return count * tax }',
    [],
  ],
  [
    'a wider parameter',
    'export function price(count: number | string): number { return Number(count) }',
    [],
  ],
  ['a new export', `${plain}export const currency = 'EUR'\n`, ['src/price.ts currency additive']],
])('%s breaks nothing', async (_, other, expected) => {
  expect(await changed(plain, other)).toEqual(expected)
})

test('a change that takes its users along breaks nothing', async () => {
  const before = { 'src/price.ts': plain, 'src/cart.ts': user }
  const renamed = plain.replace('price', 'cost')
  const moved = { 'src/cost.ts': renamed, 'src/cart.ts': user.replaceAll('price', 'cost') }
  expect(await kinds(before, moved)).toEqual([])
  const wider = {
    'src/price.ts': plain.replace('count: number', 'count: number, tax: number'),
    'src/cart.ts': user.replace('(3)', '(3, 1)'),
  }
  expect(await kinds(before, wider)).toEqual([])
})

test('a name that nobody uses may go, unless it is part of the entry', async () => {
  expect(
    await kinds({ 'src/price.ts': plain }, { 'src/price.ts': 'export const other = 1' }),
  ).toEqual([])
  expect(await kinds({ 'src/index.ts': plain }, { 'src/index.ts': 'export {}' })).toEqual([
    'src/index.ts price breaking',
  ])
})

test('[WO-11] a deleted file is missed by those who import it, by any usual path', async () => {
  for (const from of ['./price', './price.js', '@/price', 'src/price'])
    expect(
      await kinds(
        { 'src/price.ts': plain, 'src/cart.ts': user.replace('./price.ts', from) },
        { 'src/cart.ts': user.replace('./price.ts', from) },
      ),
      from,
    ).toEqual(['src/price.ts price breaking'])
})

test('[WO-11] members of classes and interfaces count; private ones do not', async () => {
  const one = 'export class Cart { private items = 1; total(): number { return this.items } }'
  const importer = `import { Cart } from './cart-class'\nexport const cart = new Cart()\n`
  const ask = (other: string) =>
    kinds({ 'cart-class.ts': one, 'b.ts': importer }, { 'cart-class.ts': other, 'b.ts': importer })
  expect(await ask(one.replace('total', 'sum'))).toContain('cart-class.ts Cart breaking')
  expect(
    await ask(one.replace('items = 1', 'entries = 1').replace('this.items', 'this.entries')),
  ).toEqual([])
})

test('what the order promises must be there, with its signature', async () => {
  const before = { 'a.ts': plain }
  const promise = { path: 'a.ts', name: 'price' }
  expect(await kinds(before, { 'a.ts': plain }, [promise])).toEqual([])
  expect(await kinds(before, { 'a.ts': 'export {}' }, [promise])).toEqual(['a.ts price breaking'])
  expect(await kinds(before, {}, [promise])).toEqual(['a.ts price breaking'])
  const other = plain.replace('count: number', 'count: number, tax: number')
  expect(await kinds(before, { 'a.ts': other }, [promise])).toEqual(['a.ts price breaking'])
  for (const signature of [
    '(count: number) => number',
    'function price(count: number): number',
    'price(count: number): number',
    'export function price(count: number): number;',
  ]) {
    expect(await kinds(before, { 'a.ts': plain }, [{ ...promise, signature }]), signature).toEqual(
      [],
    )
    expect(await kinds(before, { 'a.ts': other }, [{ ...promise, signature }]), signature).toEqual([
      'a.ts price breaking',
    ])
  }
})

test('files that cannot be read are left to the compiler, and so are names that only running shows', async () => {
  const common = 'module.exports = { price: (count) => count }\n'
  expect(
    await kinds({ 'a.cjs': common }, { 'a.cjs': '\n' }, [{ path: 'a.cjs', name: 'price' }]),
  ).toEqual([])
  expect(await changed(plain, 'export function price(count {')).toEqual([])
})

test('[WO-11] a contract of every order holds from the first change on that finds the name', async () => {
  const standing = [{ path: 'a.ts', name: 'price', standing: true as const }]
  expect(await kinds({}, { 'b.ts': plain }, standing)).toEqual([])
  expect(await kinds({}, { 'a.ts': plain }, standing)).toEqual([])
  expect(await kinds({ 'a.ts': plain }, { 'a.ts': 'export const cost = 1\n' }, standing)).toEqual([
    'a.ts price breaking',
  ])
})
