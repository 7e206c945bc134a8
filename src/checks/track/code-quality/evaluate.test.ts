import { describe, expect, test } from 'vitest'
import { saidOf, type SmallTrack, trackFacts } from '../../../../test/support/track.ts'
import type { Measurement } from '../../acceptance/measurement.ts'
import { evaluateCodeQuality } from './evaluate.ts'

type Case = readonly [title: string, track: SmallTrack, issue?: RegExp]
type Cases = { readonly wrong: readonly Case[]; readonly right: readonly Case[] }

function cases(pass: number, { wrong, right }: Cases): void {
  for (const [title, track, issue] of wrong)
    test(`does not pass ${title}`, async () => {
      const { verdict, issues } = saidOf(await evaluateCodeQuality(trackFacts(track)), pass)
      expect(issues.join('\n')).toMatch(issue ?? /./)
      expect(verdict).toBe('FAIL')
    })
  for (const [title, track] of right)
    test(`passes ${title}`, async () => {
      const { verdict, issues } = saidOf(await evaluateCodeQuality(trackFacts(track)), pass)
      expect(issues).toEqual([])
      expect(verdict).toBe('PASS')
    })
}

const ts = {
  'tsconfig.json': '{"compilerOptions":{"strict":true}}',
  'package.json': '{"scripts":{"build":"tsc"}}',
}

describe('pass 1, build', () => {
  const price = { 'src/price.ts': 'export const price = 3\n' }
  const errorIn = (path: string) => ({
    build: {
      state: 'failed' as const,
      decided_by: 'command' as const,
      errors: [
        {
          path,
          line: 2,
          column: 1,
          severity: 'error' as const,
          code: 'TS2322',
          message: 'Type string is not a number.',
        },
      ],
    },
  })
  cases(1, {
    wrong: [
      [
        'a build that fails in a touched file',
        { before: ts, wrote: price, measured: errorIn('src/price.ts') },
        /src\/price\.ts:2 .*TS2322/,
      ],
      [
        'a build that fails in a file that loads a touched one',
        {
          before: { ...ts, 'src/shop.ts': "import { price } from './price.ts'\n" },
          wrote: price,
          measured: errorIn('src/shop.ts'),
        },
        /src\/shop\.ts:2/,
      ],
      [
        'a type check that fails beside a build that does not look at types',
        {
          before: { ...ts, 'package.json': '{"scripts":{"build":"vite build"}}' },
          wrote: price,
          more: { types: { ...errorIn('src/price.ts').build, decided_by: 'type-check' } },
        },
        /tsc --noEmit fails/,
      ],
      [
        'a source that does not parse',
        { wrote: { 'src/price.js': 'export const = 3\n' } },
        /src\/price\.js: .*does not parse/,
      ],
    ],
    right: [
      ['a build that passes', { before: ts, wrote: price }],
      [
        '[3.13] a project without a build script',
        {
          before: { 'package.json': '{"scripts":{"test":"node --test"}}' },
          wrote: { 'src/price.js': 'export const price = 3\n' },
          measured: { build: { state: 'passed', decided_by: 'parse', errors: [] }, commands: [] },
        },
      ],
      [
        'a build that fails far from the track',
        {
          before: { ...ts, 'src/shop.ts': 'export const shop: number = "3"\n' },
          wrote: price,
          measured: errorIn('src/shop.ts'),
        },
      ],
    ],
  })
})

describe('pass 2, type safety', () => {
  const written = (text: string, before: SmallTrack['before'] = ts): SmallTrack => ({
    before,
    wrote: { 'src/orders.ts': text },
  })
  cases(2, {
    wrong: [
      [
        'any',
        written('export function total(order: any): number {\n  return order.total\n}\n'),
        /src\/orders\.ts:1 any/,
      ],
      ['any in a generic type', written('export const orders: Record<string, any> = {}\n'), /any/],
      [
        'a cast through unknown',
        written(
          'export const order = ({ id: 1 } as unknown) as Order\ntype Order = { total: number }\n',
        ),
        /casts past the compiler/,
      ],
      [
        'a non-null assertion on a search',
        written(
          'type Order = { id: string; total: number }\nexport function total(orders: Order[], id: string): number {\n  return orders.find((order) => order.id === id)!.total\n}\n',
        ),
        /:3 .*claims/,
      ],
      [
        '@ts-ignore',
        written("// @ts-ignore\nexport const total: number = 'three'\n"),
        /@ts-ignore was added/,
      ],
      ['@ts-nocheck', written('// @ts-nocheck\nexport const total = 3\n'), /@ts-nocheck/],
      [
        'strictness that is switched off',
        {
          before: ts,
          wrote: {
            'tsconfig.json': '{"compilerOptions":{"strict":false}}',
            'src/orders.ts': 'export const total = 3\n',
          },
        },
        /strict is off/,
      ],
      [
        'a type that another file has already',
        written(
          'interface Order {\n  id: string\n  total: number\n}\nexport const orders: Order[] = []\n',
          { ...ts, 'src/types.ts': 'export interface Order {\n  id: string\n  total: number\n}\n' },
        ),
        /Order is declared here and, the same, in src\/types\.ts:1/,
      ],
      [
        'a type that another file has for itself',
        written(
          'type Money = { amount: number; currency: string }\nexport const none: Money = { amount: 0, currency: "EUR" }\n',
          {
            ...ts,
            'src/prices.ts':
              'type Money = { amount: number; currency: string }\nexport const price = (): Money => ({ amount: 3, currency: "EUR" })\n',
          },
        ),
        /Money is declared here and, the same, in src\/prices\.ts:1/,
      ],
      [
        'any in JSDoc',
        {
          wrote: {
            'src/orders.js':
              '/**\n * @param {any} order\n * @returns {number}\n */\nexport const total = (order) => order.total\n',
          },
        },
        /orders\.js:2 any in a JSDoc type/,
      ],
    ],
    right: [
      [
        'two functions that take options of the same shape',
        written(
          'type Options = { from: Date; to: Date }\nexport const orders = ({ from, to }: Options) => [from, to]\n',
          {
            ...ts,
            'src/visits.ts':
              'type Options = { from: Date; to: Date }\nexport const visits = (options: Options) => [options.to]\n',
          },
        ),
      ],
      [
        'a type of another shape with the same name',
        written('type Line = { text: string; number: number }\nexport const lines: Line[] = []\n', {
          ...ts,
          'src/draw.ts': 'type Line = { x: number; y: number }\nexport const drawn: Line[] = []\n',
        }),
      ],
      [
        'unknown that is narrowed',
        written(
          "export function total(order: unknown): number {\n  return typeof order === 'object' && order !== null && 'total' in order ? Number(order.total) : 0\n}\n",
        ),
      ],
      [
        'a bound of a generic type',
        written('export const once = <T extends (...args: any[]) => any>(work: T): T => work\n'),
      ],
      [
        'an assertion that was checked before',
        written(
          'export function first(orders: Map<string, number>, id: string): number {\n  if (!orders.has(id)) return 0\n  return orders.get(id)!\n}\n',
        ),
      ],
      [
        'the element that the page is mounted to',
        {
          before: ts,
          wrote: {
            'src/main.tsx':
              "import { createRoot } from 'react-dom/client'\ncreateRoot(document.getElementById('root')!).render(<p>Hi</p>)\n",
          },
        },
      ],
      [
        '@ts-expect-error with a reason',
        written(
          "// @ts-expect-error -- the types of the package lack this option until version 3\nexport const total: number = 'three'\n",
        ),
      ],
      [
        'what was wrong before',
        written('export const old: any = 1\nexport const fresh: number = 2\n', {
          ...ts,
          'src/orders.ts': 'export const old: any = 1\n',
        }),
      ],
      [
        'any in a test',
        {
          before: ts,
          wrote: {
            'src/orders.ts': 'export const total = 3\n',
            'src/orders.test.ts':
              "import { test, expect } from 'vitest'\nimport { total } from './orders'\ntest('total', () => expect(total as any).toBe(3))\n",
          },
        },
      ],
      [
        'a schema from which the type is inferred',
        written(
          "import { z } from 'zod'\nexport const orderSchema = z.object({ id: z.string(), total: z.number().optional() })\nexport type Order = z.infer<typeof orderSchema>\n",
        ),
      ],
      [
        'JavaScript with JSDoc',
        {
          wrote: {
            'src/orders.js':
              '/**\n * @param {{ total: number }} order\n * @returns {number}\n */\nexport const total = (order) => order.total\n',
          },
        },
      ],
      [
        'two types of one name in two packages',
        {
          before: {
            'packages/a/package.json': '{}',
            'packages/b/package.json': '{}',
            'packages/a/src/order.ts': 'export type Order = { id: string; total: number }\n',
          },
          wrote: {
            'packages/b/src/order.ts': 'export type Order = { id: string; total: number }\n',
          },
        },
      ],
      [
        'statements for columns that are there',
        {
          before: {
            'db/1.sql':
              'create table if not exists "orders" (id serial, total int, constraint positive check (total > 0));',
            'db/2.sql': 'ALTER TABLE orders ADD COLUMN note text;',
          },
          wrote: {
            'src/orders.ts':
              'export const save = (sql: any) => sql`UPDATE orders SET total = ${1}, note = ${2} WHERE id = 3`\n'.replace(
                'any',
                'Sql',
              ),
          },
        },
      ],
    ],
  })
})

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n')
const small = (name: string) => `export const ${name} = 1\n`
const kebab = {
  'src/order-list.ts': small('a'),
  'src/price-table.ts': small('b'),
  'src/user-name.ts': small('c'),
  'src/tax-rate.ts': small('d'),
}
const page = (name: string) => `export function ${name}() {\n  return <p>Hi</p>\n}\n`

describe('pass 3, patterns', () => {
  const near = (hour: string) => `function isOpen(day: number, from: number, to: number) {
  const isWeekday = day >= 1 && day <= 5
  const isShort = to - from < 12
  const isOrdered = from < to
  return isWeekday && isShort && isOrdered && from >= ${hour}
}
function row(given: Record<string, unknown>) {
  const id = Number(given['id'])
  const name = String(given['name'])
  const phone = String(given['phone'])
  return { id, name, phone }
}
`
  const copied = lines(12, (index) => `  const value${index} = input.field${index} * ${index + 1}`)
  cases(3, {
    wrong: [
      [
        'two small functions that another file has, too',
        {
          before: { 'src/a.ts': `${near('openingHour')}export const a = [isOpen, row]\n` },
          wrote: { 'src/b.ts': `${near('8')}export const b = [isOpen, row]\n` },
        },
        /b\.ts:1 more than 10 lines here are the same as in src\/a\.ts:1/,
      ],
      [
        'an import that the documents forbid',
        {
          before: {
            'conductor/tech-stack.md':
              'Rules live in `src/rules` and import nothing from `src/server` or `src/views`.\n',
            'src/server/respond.ts': small('respond'),
          },
          wrote: {
            'src/rules/price.ts':
              "import { respond } from '../server/respond.ts'\nexport const price = () => respond\n",
          },
        },
        /price\.ts:1 "Rules live in .* \(conductor\/tech-stack\.md:1\) is not kept/,
      ],
      [
        'a way to the database that the documents forbid',
        {
          before: {
            'conductor/tech-stack.md':
              '- Routes never talk to the database but through a repository.\n',
            'lib/db/database.js': 'module.exports = {}\n',
          },
          wrote: {
            'lib/orders/order.routes.js':
              'exports.orderRoutes = ({ database }) => [() => database.prepare("SELECT 1").all()]\n',
          },
        },
        /order\.routes\.js:1 .* is not kept/,
      ],
      [
        'a file that is named like no other',
        { before: kebab, wrote: { 'src/OrderTotal.ts': small('total') } },
        /OrderTotal\.ts is not named like .*kebab/,
      ],
      [
        'a file with underscores among others in camel case',
        {
          before: {
            'src/orderList.ts': small('a'),
            'src/priceTable.ts': small('b'),
            'src/userName.ts': small('c'),
          },
          wrote: { 'src/order_total.ts': small('total') },
        },
        /camel case/,
      ],
      [
        'a component that is named like a module',
        {
          before: {
            'src/OrderList.tsx': page('OrderList'),
            'src/PriceTable.tsx': page('PriceTable'),
            'src/UserName.tsx': page('UserName'),
          },
          wrote: { 'src/order-total.tsx': page('OrderTotal') },
        },
        /pascal case/,
      ],
      [
        'a component among helpers',
        {
          before: {
            'src/components/A.tsx': page('A'),
            'src/components/B.tsx': page('B'),
            'src/components/C.tsx': page('C'),
            'src/utils/a.ts': small('a'),
            'src/utils/b.ts': small('b'),
            'src/utils/c.ts': small('c'),
          },
          wrote: { 'src/utils/D.tsx': page('D') },
        },
        /component among files that are none/,
      ],
      [
        'a folder that is named like no other',
        {
          before: {
            'src/order-list/a.ts': small('a'),
            'src/price-table/b.ts': small('b'),
            'src/user-name/c.ts': small('c'),
          },
          wrote: { 'src/TaxRate/d.ts': small('d') },
        },
        /folder src\/TaxRate/,
      ],
      [
        'a circle of imports',
        {
          before: {
            'src/b.ts': "import { c } from './c'\nexport const b = () => c\n",
            'src/c.ts': small('c'),
          },
          wrote: { 'src/c.ts': "import { b } from './b'\nexport const c = () => b\n" },
        },
        /circle: src\/c\.ts → src\/b\.ts → src\/c\.ts/,
      ],
      [
        'an import that is not used',
        {
          before: kebab,
          wrote: { 'src/total.ts': "import { a } from './order-list'\nexport const total = 1\n" },
        },
        /total\.ts:1 a is imported and not used/,
      ],
      [
        'a module that is required and not used',
        {
          before: { 'src/list.js': 'exports.a = 1\nexports.b = 2\n' },
          wrote: {
            'src/total.js': "const { a, b } = require('./list')\nexports.total = () => a\n",
          },
        },
        /total\.js:1 b is imported and not used/,
      ],
      [
        'a copy of more than ten lines',
        {
          before: { 'src/one.ts': `export function one(input) {\n${copied}\n  return value0\n}\n` },
          wrote: { 'src/two.ts': `export function two(input) {\n${copied}\n  return value1\n}\n` },
        },
        /two\.ts:\d+ more than 10 lines .* src\/one\.ts/,
      ],
      [
        'a copy with other names',
        {
          before: { 'src/one.ts': `export function one(input) {\n${copied}\n  return value0\n}\n` },
          wrote: {
            'src/two.ts': `export function two(order) {\n${copied.replaceAll('input', 'order').replaceAll('value', 'amount')}\n  return amount0\n}\n`,
          },
        },
        /same as in src\/one\.ts/,
      ],
      [
        'a function of 150 lines',
        {
          wrote: {
            'src/big.ts': `export function big(input) {\n${lines(150, (index) => `  input.push(${index} * input.length)`)}\n}\n`,
          },
        },
        /big has 15\d lines/,
      ],
      [
        'a file of 600 lines',
        {
          wrote: {
            'src/big.ts': lines(
              300,
              (index) => `export function f${index}(x) {\n  return x + ${index} }`,
            ),
          },
        },
        /lines of code/,
      ],
      [
        'a page that loads the database',
        {
          before: { 'src/db.ts': "import pg from 'pg'\nexport const db = new pg.Pool()\n" },
          wrote: {
            'src/Orders.tsx':
              "'use client'\nimport { db } from './db'\nexport function Orders() {\n  return <p>{String(db)}</p>\n}\n",
          },
        },
        /code for browsers loads pg/,
      ],
      [
        'an import against the direction',
        {
          before: {
            'src/routes/a.ts': "import { x } from '../domain/x'\nexport const a = x\n",
            'src/routes/b.ts': "import { x } from '../domain/x'\nexport const b = x\n",
            'src/routes/c.ts': "import { x } from '../domain/x'\nexport const c = x\n",
            'src/domain/x.ts': small('x'),
          },
          wrote: { 'src/domain/y.ts': "import { a } from '../routes/a'\nexport const y = a\n" },
        },
        /src\/domain imports from src\/routes/,
      ],
    ],
    right: [
      [
        'an import that the documents allow',
        {
          before: {
            'conductor/tech-stack.md':
              'Rules live in `src/rules` and import nothing from `src/server`.\n',
            'conductor/product.md': 'Customers never talk to the rules.\n',
            'src/rules/tiers.ts': small('tiers'),
          },
          wrote: {
            'src/server/customer.ts':
              "import { tiers } from '../rules/tiers.ts'\nexport const customer = () => tiers\n",
          },
        },
      ],
      [
        'names as the others have them',
        {
          before: kebab,
          wrote: { 'src/order-total.ts': small('total'), 'src/tax.ts': small('tax') },
        },
      ],
      [
        'a component in Pascal case among modules in kebab case',
        {
          before: { ...kebab, 'src/Button.tsx': page('Button') },
          wrote: { 'src/OrderTotal.tsx': page('OrderTotal') },
        },
      ],
      [
        'a hook in camel case',
        {
          before: kebab,
          wrote: { 'src/useOrders.ts': 'export function useOrders() {\n  return []\n}\n' },
        },
      ],
      [
        'a page of a framework',
        {
          before: {
            'package.json': '{"dependencies":{"next":"15"}}',
            'src/OrderList.tsx': page('A'),
            'src/PriceTable.tsx': page('B'),
            'src/UserName.tsx': page('C'),
          },
          wrote: {
            'src/app/orders/[id]/page.tsx': page('Page').replace('export', 'export default'),
          },
        },
      ],
      [
        'imports of types in a circle',
        {
          before: {
            'src/b.ts': "import type { C } from './c'\nexport const b = (c: C) => c\n",
            'src/c.ts': 'export type C = 1\n',
          },
          wrote: {
            'src/c.ts': "import { b } from './b'\nexport type C = 1\nexport const c = () => b\n",
          },
        },
      ],
      [
        'an import that only a type or JSX uses',
        {
          before: { 'src/order.ts': 'export type Order = 1\nexport const Item = () => null\n' },
          wrote: {
            'src/list.tsx':
              "import React from 'react'\nimport { type Order, Item } from './order'\nexport const List = (order: Order) => <Item />\n",
          },
        },
      ],
      [
        'a table of settings that looks alike',
        {
          wrote: {
            'src/settings.ts': `export const settings = [\n${lines(30, (index) => `  { id: ${index}, name: 'n${index}' },`)}\n]\n`,
          },
        },
      ],
      [
        'state that stays in the client',
        {
          wrote: {
            'src/Filter.tsx':
              "import { useState } from 'react'\nexport function Filter() {\n  const [tags, setTags] = useState<string[]>([])\n  return <button onClick={() => setTags([...tags, 'x'])}>{tags.join()}</button>\n}\n",
          },
        },
      ],
      [
        'a page that asks the server by an action',
        {
          before: {
            'src/actions.ts':
              "'use server'\nimport pg from 'pg'\nexport const save = async () => new pg.Pool()\n",
          },
          wrote: {
            'src/Orders.tsx':
              "'use client'\nimport { save } from './actions'\nexport function Orders() {\n  return <form action={save}><button>Save the order</button></form>\n}\n",
          },
        },
      ],
    ],
  })
})

describe('pass 4, errors', () => {
  const form = (submit: string, imports = '') => `import { useState } from 'react'
${imports}
export function OrderForm() {
  const [error, setError] = useState('')
  ${submit}
  return <form onSubmit={submit}><button>Place the order</button><p role="alert">{error}</p></form>
}
`
  const list = (body: string, render: string) => `import { useEffect, useState } from 'react'
export function Orders() {
  const [orders, setOrders] = useState([])
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    async function load() {
      ${body}
    }
    load()
  }, [])
  if (failed) return <p>Orders could not be loaded. Try again later.</p>
  return ${render}
}
`
  const goodLoad = `try {
        const response = await fetch('/api/orders')
        if (!response.ok) throw new Error('no orders')
        setOrders(await response.json())
      } catch {
        setFailed(true)
      }`
  const goodList = `orders.length === 0 ? <p>No orders yet</p> : <ul>{orders.map((order) => <li key={order.id}>{order.name}</li>)}</ul>`
  const route = (body: string) => `import { Router } from 'express'
import { save } from './orders.js'
export const router = Router()
router.post('/orders', async (req, res, next) => {
  ${body}
})
`
  const express = (version: string) => ({
    'package.json': `{"dependencies":{"express":"${version}"}}`,
    'src/orders.js':
      'export async function save(order) {\n  return db.insert(order)\n}\nexport async function load(id) {\n  return await db.find(id)\n}\n',
  })
  cases(4, {
    wrong: [
      [
        'a method of something handed in that nobody waits for',
        {
          wrote: {
            'src/reminders.ts':
              'export class Reminders {\n  async remind(id: number) {\n    await fetch(`/remind/${id}`)\n  }\n}\n',
            'src/routes.ts':
              "import type { Reminders } from './reminders.ts'\nexport const routes = (reminders: Reminders) => [(id: number) => {\n  reminders.remind(id)\n  return 200\n}]\n",
          },
        },
        /routes\.ts:3 reminders\.remind may fail here/,
      ],
      [
        'a request that is parsed without a catch',
        {
          wrote: {
            'src/body.js':
              'export async function readJson(request) {\n  const text = await textOf(request)\n  return JSON.parse(text)\n}\n',
          },
        },
        /body\.js:3 what is no JSON is thrown out of here/,
      ],
      [
        'an empty catch',
        {
          wrote: {
            'src/a.ts':
              'export function read(text: string) {\n  try {\n    return JSON.parse(text)\n  } catch {}\n}\n',
          },
        },
        /a\.ts:4 an error is caught and dropped/,
      ],
      [
        'a catch with a comment that says nothing',
        {
          wrote: {
            'src/a.js':
              'export function read(text) {\n  try {\n    return JSON.parse(text)\n  } catch (error) {\n    // ignore\n  }\n}\n',
          },
        },
        /caught and dropped/,
      ],
      [
        'a promise whose error is dropped',
        { wrote: { 'src/a.js': 'export const save = (order) => send(order).catch(() => {})\n' } },
        /caught and dropped/,
      ],
      [
        'a failure that is answered as a success',
        {
          wrote: {
            'src/a.js':
              'export async function save(order) {\n  try {\n    await send(order)\n    return { ok: true }\n  } catch {\n    return { ok: true }\n  }\n}\n',
          },
        },
        /answered as a success/,
      ],
      [
        'a failure that looks like no data',
        {
          wrote: {
            'src/a.ts':
              'export async function orders() {\n  try {\n    return await db.all()\n  } catch {\n    return []\n  }\n}\n',
          },
        },
        /looks like no data/,
      ],
      [
        'a promise that nobody waits for',
        {
          before: express('5'),
          wrote: {
            'src/b.js':
              "import { load } from './orders.js'\nexport function start(id) {\n  load(id)\n}\n",
          },
        },
        /b\.js:3 load may fail here/,
      ],
      [
        'then without catch',
        {
          wrote: {
            'src/b.js': 'export function start() {\n  send().then((answer) => show(answer))\n}\n',
          },
        },
        /nothing for the case that it fails/,
      ],
      [
        'an async handler of Express 4 without catch',
        {
          before: express('^4.18.0'),
          wrote: { 'src/routes.js': route('res.json(await save(req.body))') },
        },
        /routes\.js:5 Express 4 does not catch/,
      ],
      [
        'an async handler of node:http without catch',
        {
          wrote: {
            'src/server.js':
              "import { createServer } from 'node:http'\ncreateServer(async (req, res) => {\n  res.end(await read(req))\n}).listen(3000)\n",
          },
        },
        /createServer does not wait/,
      ],
      [
        'a handler of a form without catch',
        {
          wrote: {
            'src/OrderForm.tsx': form(
              "async function submit() {\n    const response = await fetch('/api/orders', { method: 'POST' })\n    if (!response.ok) setError('Try again')\n  }",
            ),
          },
        },
        /may fail, and the page says nothing/,
      ],
      [
        'an answer that nobody looks at',
        {
          wrote: {
            'src/OrderForm.tsx': form(
              "async function submit() {\n    try {\n      await fetch('/api/orders', { method: 'POST' })\n    } catch {\n      setError('Try again')\n    }\n  }",
            ),
          },
        },
        /nobody looks whether the answer/,
      ],
      [
        'an error that only the console hears of',
        {
          wrote: {
            'src/OrderForm.tsx': form(
              'async function submit() {\n    try {\n      await send()\n    } catch (error) {\n      console.error(error)\n    }\n  }',
            ),
          },
        },
        /only written to the console/,
      ],
      [
        'a request without an answer',
        {
          before: express('5'),
          wrote: {
            'src/routes.js': route(
              'try {\n    res.json(await save(req.body))\n  } catch (error) {\n    console.error(error)\n  }',
            ),
          },
        },
        /gets no answer/,
      ],
      [
        'a list without an empty state',
        {
          wrote: {
            'src/Orders.tsx': list(
              goodLoad,
              '<ul>{orders.map((order) => <li key={order.id}>{order.name}</li>)}</ul>',
            ),
          },
        },
        /nothing is shown when it is empty/,
      ],
    ],
    right: [
      ['an effect that loads and tells', { wrote: { 'src/Orders.tsx': list(goodLoad, goodList) } }],
      [
        'an async handler of Express 5',
        {
          before: express('^5.0.0'),
          wrote: { 'src/routes.js': route('res.json(await save(req.body))') },
        },
      ],
      [
        'a handler that hands its error on',
        {
          before: express('^4.18.0'),
          wrote: {
            'src/routes.js': route(
              'try {\n    res.json(await save(req.body))\n  } catch (error) {\n    next(error)\n  }',
            ),
          },
        },
      ],
      [
        'a handler in a wrapper',
        {
          before: express('^4.18.0'),
          wrote: {
            'src/routes.js':
              "import { Router } from 'express'\nimport { wrap } from './wrap.js'\nimport { save } from './orders.js'\nexport const router = Router()\nrouter.post('/orders', wrap(async (req, res) => {\n  res.json(await save(req.body))\n}))\n",
          },
        },
      ],
      [
        'a fallback with a reason',
        {
          wrote: {
            'src/a.ts':
              "export function theme() {\n  try {\n    return localStorage.getItem('theme')\n  } catch {\n    // private windows have no storage\n  }\n  return null\n}\n",
          },
        },
      ],
      [
        'a parser that answers null',
        {
          wrote: {
            'src/a.ts':
              'export function read(text: string): unknown {\n  try {\n    return JSON.parse(text)\n  } catch {\n    return null\n  }\n}\n',
          },
        },
      ],
      [
        'a route of Hono',
        {
          wrote: {
            'src/app.ts':
              "import { Hono } from 'hono'\nimport { load } from './orders'\nexport const app = new Hono()\napp.get('/orders', async (c) => c.json(await load()))\n",
          },
        },
      ],
      [
        'a wrapper of fetch',
        {
          wrote: {
            'src/api.ts':
              'export async function request(path: string) {\n  const response = await fetch(path)\n  return checked(response)\n}\nasync function checked(response: Response) {\n  if (!response.ok) throw new Error(response.statusText)\n  return response.json()\n}\n',
          },
        },
      ],
      [
        'a form with an action',
        {
          wrote: {
            'src/Form.tsx':
              "import { useActionState } from 'react'\nimport { save } from './actions'\nexport function Form() {\n  const [state, action] = useActionState(save, null)\n  return <form action={action}><p>{state}</p></form>\n}\n",
          },
        },
      ],
      [
        'a fixed list',
        {
          wrote: {
            'src/Menu.tsx':
              "const links = ['Home', 'Orders']\nexport const Menu = () => <nav>{links.map((link) => <a key={link}>{link}</a>)}</nav>\n",
          },
        },
      ],
      [
        'an error that is thrown on',
        {
          wrote: {
            'src/a.ts':
              "export async function save(order: object) {\n  try {\n    await send(order)\n  } catch (cause) {\n    throw new Error('the order could not be saved', { cause })\n  }\n}\n",
          },
        },
      ],
    ],
  })
})

describe('pass 5, dead code', () => {
  const project = {
    'package.json': '{"main":"src/index.ts"}',
    'src/index.ts': "export { total } from './total'\n",
    'src/total.ts': 'export const total = (list: number[]) => list.length\n',
  }
  const grown = (more: string, uses = '') => ({
    before: project,
    wrote: {
      'src/total.ts': `${project['src/total.ts']}${more}`,
      ...(uses === '' ? {} : { 'src/index.ts': `${project['src/index.ts']}${uses}` }),
    },
  })
  cases(5, {
    wrong: [
      [
        'a file that nobody imports, beside a build that copies folders',
        {
          before: {
            ...project,
            'build.mjs': "import { readdirSync } from 'node:fs'\nreaddirSync('src')\n",
          },
          wrote: { 'src/average.ts': small('average') },
        },
        /nobody imports src\/average\.ts/,
      ],
      [
        'an export that nobody uses',
        grown('export function average(list: number[]) {\n  return list.length / 2\n}\n'),
        /total\.ts:2 average is exported and nobody uses it/,
      ],
      [
        'an export of CommonJS that nobody requires',
        {
          wrote: {
            'main.js': "const { total } = require('./total')\nconsole.info(total([1]))\n",
            'total.js':
              'const total = (list) => list.length\nconst mean = (list) => list.length / 2\n\nmodule.exports = { mean, total }\n',
          },
        },
        /total\.js:4 mean is exported and nobody uses it/,
      ],
      [
        'a function that nobody calls',
        grown('function average(list: number[]) {\n  return list.length / 2\n}\n'),
        /average is declared and never used/,
      ],
      [
        'a file that nobody imports',
        {
          before: project,
          wrote: {
            'src/average.ts': 'export const average = (list: number[]) => list.length / 2\n',
          },
        },
        /nobody imports src\/average\.ts/,
      ],
      [
        'a file that nobody imports any more',
        {
          before: {
            ...project,
            'src/old.ts': small('old'),
            'src/new.ts': small('fresh'),
            'src/index.ts': "export { old } from './old'\nexport { total } from './total'\n",
          },
          wrote: {
            'src/index.ts': "export { fresh } from './new'\nexport { total } from './total'\n",
          },
        },
        /nobody imports src\/old\.ts since the track/,
      ],
      [
        'code in a comment',
        grown('// const average = total(list) / 2;\n// return average;\n'),
        /total\.ts:2 code stands in a comment/,
      ],
      [
        'markup in a comment',
        {
          before: project,
          wrote: {
            'src/index.tsx':
              'export const Page = () => (\n  <main>\n    {/* <OldHeader title="x" /> */}\n    <p>Hi</p>\n  </main>\n)\n',
          },
        },
        /index\.tsx:3 code stands/,
      ],
      [
        'a TODO',
        grown(
          '// TODO: round the result\nexport const half = (x: number) => x / 2\n',
          "export { half } from './total'\n",
        ),
        /total\.ts:2 TODO: round/,
      ],
      ['a FIXME in a block', grown('/* FIXME handle zero */\n'), /FIXME/],
      [
        'console.log',
        grown(
          "export function half(x: number) {\n  console.log('half', x)\n  return x / 2\n}\n",
          "export { half } from './total'\n",
        ),
        /total\.ts:3 console\.log is left/,
      ],
      [
        'a debugger',
        grown(
          'export function half(x: number) {\n  debugger\n  return x / 2\n}\n',
          "export { half } from './total'\n",
        ),
        /debugger/,
      ],
      [
        'statements behind a return',
        grown(
          'export function half(x: number) {\n  return x / 2\n  total([x])\n}\n',
          "export { half } from './total'\n",
        ),
        /nothing ever gets here/,
      ],
    ],
    right: [
      [
        'a script that pages name by its folder',
        {
          before: {
            ...project,
            'src/index.ts':
              'export const script = (name: string) => `<script src="/client/${name}.js"></script>`\n',
          },
          wrote: { 'src/client/menu.js': 'export const open = () => true\n' },
        },
      ],
      [
        'an export of the entry',
        {
          before: project,
          wrote: {
            'src/index.ts': `${project['src/index.ts']}export const half = (x: number) => x / 2\n`,
          },
        },
      ],
      [
        'an export that a test uses',
        {
          ...grown('export const half = (x: number) => x / 2\n'),
          wrote: {
            ...grown('export const half = (x: number) => x / 2\n').wrote,
            'src/total.test.ts':
              "import { half } from './total'\nimport { expect, test } from 'vitest'\ntest('half', () => expect(half(2)).toBe(1))\n",
          },
        },
      ],
      [
        'a page of Next',
        {
          before: { 'package.json': '{"dependencies":{"next":"15"}}' },
          wrote: {
            'app/orders/page.tsx':
              'export const metadata = { title: "Orders" }\nexport default function Page() {\n  return <p>Orders</p>\n}\n',
            'app/api/orders/route.ts': 'export const GET = () => Response.json([])\n',
          },
        },
      ],
      [
        'a file that a page loads',
        {
          before: { 'index.html': '<script type="module" src="/src/shop.js"></script>' },
          wrote: { 'src/shop.js': "document.title = 'Shop'\n" },
        },
      ],
      [
        'an import by a short name',
        {
          before: { ...project, 'src/index.ts': "export { half } from '@lib/half'\n" },
          wrote: { 'src/half.ts': 'export const half = (x: number) => x / 2\n' },
        },
      ],
      [
        'words in a comment',
        grown(
          '// the total of the list; returns its length (see the spec)\n// an empty list has the total 0\n',
        ),
      ],
      [
        'an example in the documentation',
        grown(
          '/**\n * @example\n * const x = half(2);\n */\nexport const half = (x: number) => x / 2\n',
          "export { half } from './total'\n",
        ),
      ],
      [
        'the line of a server that starts',
        {
          before: { 'package.json': '{"scripts":{"start":"node src/server.js"}}' },
          wrote: {
            'src/server.js':
              "import { createServer } from 'node:http'\nconst server = createServer((req, res) => res.end('ok'))\nserver.listen(3000, () => console.log('listening on 3000'))\n",
          },
        },
      ],
      [
        'a command that prints',
        {
          before: { 'package.json': '{"bin":{"shop":"bin/shop.js"}}' },
          wrote: {
            'bin/shop.js':
              "#!/usr/bin/env node\nimport { show } from '../src/show.js'\nshow(process.argv)\n",
            'src/show.js': "export const show = (args) => console.log(args.join(' '))\n",
          },
        },
      ],
      [
        'an application about todos',
        grown(
          '// the Todo list of the user\nexport const todo = 1\n',
          "export { todo } from './total'\n",
        ),
      ],
      [
        'a module of CommonJS',
        {
          before: {
            'package.json': '{"main":"index.js"}',
            'index.js': "const { half } = require('./half')\nmodule.exports = { half }\n",
          },
          wrote: {
            'half.js': 'function half(x) {\n  return x / 2\n}\nmodule.exports = { half }\n',
          },
        },
      ],
    ],
  })
})

describe('pass 6, tests', () => {
  const rules =
    'export function discount(total: number) {\n  if (total > 100) {\n    const rate = 0.1\n    return total * rate\n  }\n  return 0\n}\n'
  const tests =
    "import { expect, test } from 'vitest'\nimport { discount } from './discount'\ntest('gives a discount above 100', () => expect(discount(200)).toBe(20))\n"
  const wrote = { 'src/discount.ts': rules, 'src/discount.test.ts': tests }
  const counted = (
    percent: number,
    files: readonly { path: string; covered: number; total: number; missed?: number[] }[],
  ) => ({
    coverage: { confidence: 'measured' as const, percent, files: [...files], source: 'lcov.info' },
  })
  const old = {
    'src/old.ts': 'export const double = (n: number) => n * 2\n',
    'src/old.test.ts':
      "import { expect, test } from 'vitest'\nimport { double } from './old'\ntest('doubles', () => expect(double(4)).toBe(8))\n",
  }
  const failing: Measurement['tests'] = {
    state: 'failed',
    decided_by: 'report',
    passed: 2,
    failed: 1,
    skipped: 0,
    failures: [
      {
        name: 'gives a discount above 100',
        path: 'src/discount.test.ts',
        line: 3,
        message: 'expected 20 to be 10',
      },
    ],
    flaky: [],
    passes: [],
  }
  test('says how long tests were given that do not end', async () => {
    const late = {
      ...failing,
      state: 'stopped' as const,
      failures: [],
    }
    const run = {
      purpose: 'test' as const,
      shown: 'npm test',
      attempts: [{ exit: null, stopped: 'time' as const, seconds: 300, limit_seconds: 300 }],
      repeated: false,
      tail: '',
    }
    const passes = await evaluateCodeQuality(
      trackFacts({ wrote, measured: { tests: late, commands: [run] } }),
    )
    expect(passes.at(-1)?.parts[0]).toMatchObject({
      status: 'undecided',
      reason: 'npm test did not end within 300 s',
    })
  })
  cases(6, {
    wrong: [
      [
        'a test that fails',
        {
          wrote,
          measured: {
            tests: failing,
          },
        },
        /discount\.test\.ts:3 "gives a discount above 100" fails/,
      ],
      [
        'business logic below 90 %',
        { wrote, measured: counted(86, [{ path: 'src/discount.ts', covered: 6, total: 7 }]) },
        /85\.71 % of src\/discount\.ts, business logic need 90/,
      ],
      [
        'routes below 80 %',
        {
          wrote: {
            'src/routes.ts':
              "import { app } from './app'\napp.get('/orders', (req, res) => res.json([]))\n",
          },
          measured: counted(75, [{ path: 'src/routes.ts', covered: 3, total: 4 }]),
        },
        /API routes need 80/,
      ],
      [
        'utilities below 80 %',
        {
          wrote: { 'src/utils/half.ts': 'export const half = (x: number) => x / 2\n' },
          measured: counted(75, [{ path: 'src/utils/half.ts', covered: 3, total: 4 }]),
        },
        /utilities need 80/,
      ],
      [
        'a project below 70 %',
        { wrote, measured: counted(60, [{ path: 'src/discount.ts', covered: 6, total: 10 }]) },
        /60 % of the project/,
      ],
      [
        'code that no test runs',
        {
          before: { 'src/other.test.ts': "import { test } from 'vitest'\ntest('x', () => {})\n" },
          wrote: { 'src/discount.ts': rules },
        },
        /no test runs what the track wrote in src\/discount\.ts/,
      ],
      [
        'a test that asserts nothing',
        {
          wrote: {
            'src/discount.ts': rules,
            'src/discount.test.ts': tests.replace(
              'expect(discount(200)).toBe(20)',
              '{ discount(200) }',
            ),
          },
        },
        /nothing is asserted/,
      ],
      [
        'a test that is skipped',
        {
          wrote: {
            'src/discount.ts': rules,
            'src/discount.test.ts': `${tests}test.skip('gives none below', () => expect(discount(50)).toBe(0))\n`,
          },
        },
        /skip/i,
      ],
      [
        'tests that fail, and hang when they are run once more',
        {
          wrote,
          measured: {
            tests: failing,
            commands: [
              {
                purpose: 'test',
                shown: 'npm test',
                attempts: [
                  { exit: 1, stopped: null, seconds: 2, limit_seconds: 300 },
                  { exit: null, stopped: 'time', seconds: 40, limit_seconds: 40 },
                ],
                repeated: true,
                tail: '',
              },
            ],
          },
        },
        /npm test did not end within 40 s when it was run once more/,
      ],
      [
        'a test command that runs no test',
        {
          wrote,
          measured: {
            tests: {
              state: 'none',
              decided_by: 'report',
              passed: 0,
              failed: 0,
              skipped: 0,
              failures: [],
              flaky: [],
              passes: [],
            },
          },
        },
        /ran no test/,
      ],
      [
        'a test that is gone while what it tests is there',
        { before: old, wrote: { ...wrote, 'src/old.test.ts': '' } },
        /the test "doubles" is gone/,
      ],
      [
        'a table of the examples that the spec gives',
        {
          before: old,
          spec: '- `fee(2)` is 5800\n- `fee(0)` is 0 (`src/fee.ts`)\n',
          wrote: { 'src/fee.ts': 'export const fee = (n: number) => ({ 2: 5800, 0: 0 })[n]\n' },
        },
        /2 of 2 entries/,
      ],
    ],
    right: [
      [
        'a table without gaps',
        {
          before: old,
          spec: '- `limit(1)` is 3\n- `limit(2)` is 5\n',
          wrote: { 'src/limit.ts': 'export const limit = (n: number) => ({ 1: 3, 2: 5 })[n]\n' },
        },
      ],
      [
        'a test that the plan takes away',
        {
          before: old,
          wrote: { ...wrote, 'src/old.test.ts': '' },
          plan: '- [x] Task 1: Remove the tests of src/old.ts\n',
        },
      ],
      [
        'tests of what was written',
        {
          wrote,
          measured: counted(95, [{ path: 'src/discount.ts', covered: 7, total: 7, missed: [] }]),
        },
      ],
      [
        'tests of node:test in a folder of their own',
        {
          wrote: {
            'src/discount.js': rules.replace(': number', ''),
            'test/discount.test.js':
              "import test from 'node:test'\nimport assert from 'node:assert/strict'\nimport { discount } from '../src/discount.js'\ntest('discount', () => assert.equal(discount(200), 20))\n",
          },
        },
      ],
      [
        'a low figure that was there before',
        {
          wrote,
          measured: counted(40, [
            { path: 'src/discount.ts', covered: 7, total: 7, missed: [] },
            { path: 'src/old.ts', covered: 0, total: 10 },
          ]),
        },
      ],
      [
        'a component in a project that tests no components',
        {
          wrote: {
            ...wrote,
            'src/Page.tsx':
              'export function Page({ total }: { total: number }) {\n  const shown = total * 2\n  const more = shown + 1\n  if (more > 3) return <p>Many</p>\n  return <p>{shown}</p>\n}\n',
          },
        },
      ],
    ],
  })
  test('[3.17] does not apply where there are no tests at all', async () => {
    const facts = trackFacts({
      wrote: { 'src/discount.ts': rules },
      measured: {
        tests: {
          state: 'none',
          decided_by: 'nothing',
          passed: null,
          failed: null,
          skipped: null,
          failures: [],
          flaky: [],
          passes: [],
        },
      },
    })
    expect(saidOf(await evaluateCodeQuality(facts), 6).verdict).toBe('N/A')
  })
})
