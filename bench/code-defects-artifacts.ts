/** A clean code artifact with the task it answers. */
export type CleanCode = {
  readonly name: string
  readonly task: { readonly prompt: string; readonly ideal_result: string }
  readonly artifact: string
}

const slugify: CleanCode = {
  name: 'slugify',
  task: {
    prompt: [
      'Write a small TypeScript module with `slugify(text: string, separator?: string): string` and `unslugify(slug: string): string`.',
      '`slugify("Hello World")` returns `"hello-world"`, `slugify("  Crème Brûlée! ")` returns `"creme-brulee"`,',
      '`slugify("a b", "_")` returns `"a_b"`. `unslugify("hello-world")` returns `"Hello world"`.',
      'slugify throws a TypeError when the text is not a string and a RangeError for empty input.',
    ].join('\n'),
    ideal_result: 'Both functions exported, typed, tested.',
  },
  artifact: `# Slugs

The module turns titles into parts of addresses.

\`\`\`ts title="slugify.ts"
const combiningMarks = /[\\u0300-\\u036f]/g

/** Turns a title into a part of an address. */
export function slugify(text: string, separator: string = '-'): string {
  if (typeof text !== 'string') {
    throw new TypeError('text must be a string')
  }
  const words = text
    .normalize('NFD')
    .replace(combiningMarks, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  if (words.length === 0) {
    throw new RangeError('text must hold a letter or a digit')
  }
  return words.join(separator)
}

/** Turns a slug back into a readable title. */
export function unslugify(slug: string): string {
  if (typeof slug !== 'string') {
    throw new TypeError('slug must be a string')
  }
  const text = slug.replaceAll('-', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
\`\`\`

Tests:

\`\`\`ts title="slugify.test.ts"
import { describe, expect, test } from 'vitest'
import { slugify, unslugify } from './slugify.ts'

describe('slugify', () => {
  test('joins words with a hyphen', () => {
    expect(slugify('Hello World')).toBe('hello-world')
  })

  test('refuses empty text', () => {
    expect(() => slugify('')).toThrow(RangeError)
  })
})

test('unslugify makes a title', () => {
  expect(unslugify('hello-world')).toBe('Hello world')
})
\`\`\`

Use it like this:

\`\`\`ts
import { slugify } from './slugify.ts'

console.log(slugify('Hello World'))
\`\`\`
`,
}

const service: CleanCode = {
  name: 'order-service',
  task: {
    prompt: [
      'Build a small HTTP service in TypeScript on node:http that accepts orders as JSON.',
      'Export `parseOrder(body: string): Order`, `saveOrder(order: Order, folder: string): Promise<string>` and `startServer(port: number): Server`.',
      '`parseOrder` rejects invalid JSON and orders without a positive quantity with a `ValidationError`.',
      'Log the start of the server, every saved order and every failure.',
    ].join('\n'),
    ideal_result: 'A service that validates input, handles failures and logs what it does.',
  },
  artifact: `# Order service

## orders.ts

\`\`\`ts title="orders.ts"
import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Order {
  sku: string
  quantity: number
}

export class ValidationError extends Error {}

/** Reads an order from a request body; throws a ValidationError for anything else. */
export function parseOrder(body: string): Order {
  let data: unknown
  try {
    data = JSON.parse(body)
  } catch (error) {
    throw new ValidationError('the body is not JSON', { cause: error })
  }
  if (typeof data !== 'object' || data === null) {
    throw new ValidationError('the body must be an object')
  }
  if (!('sku' in data) || typeof data.sku !== 'string' || data.sku === '') {
    throw new ValidationError('sku must be a text')
  }
  if (!('quantity' in data) || typeof data.quantity !== 'number' || data.quantity <= 0) {
    throw new ValidationError('quantity must be a positive number')
  }
  return { sku: data.sku, quantity: data.quantity }
}

/** Writes the order to a file of its own and answers with its id. */
export async function saveOrder(order: Order, folder: string): Promise<string> {
  const id = randomUUID()
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, \`\${id}.json\`), JSON.stringify(order))
  } catch (error) {
    throw new Error(\`order \${id} could not be saved\`, { cause: error })
  }
  return id
}
\`\`\`

## server.ts

\`\`\`ts title="server.ts"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { parseOrder, saveOrder, ValidationError } from './orders.ts'

const folder = process.env.ORDER_FOLDER ?? './orders'

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) {
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const order = parseOrder(await readBody(request))
    const id = await saveOrder(order, folder)
    console.info(\`saved order \${id}\`)
    response.writeHead(201).end(JSON.stringify({ id }))
  } catch (error) {
    if (error instanceof ValidationError) {
      console.warn(\`refused an order: \${error.message}\`)
      response.writeHead(400).end(error.message)
      return
    }
    console.error('an order failed', error)
    response.writeHead(500).end('something went wrong')
  }
}

/** Starts the service. */
export function startServer(port: number): Server {
  const server = createServer((request, response) => {
    void handle(request, response)
  })
  server.listen(port, () => console.info(\`listening on \${port}\`))
  return server
}
\`\`\`
`,
}

const cli: CleanCode = {
  name: 'csv-cli',
  task: {
    prompt: [
      'Write a JavaScript command line tool that sums a column of a CSV file: `sumColumn(text, column)` is exported from lib.mjs',
      'and `sumColumn("a,b\\n1,2\\n3,4", "b")` returns 6. It throws when the column does not exist.',
      'main.mjs reads the file named on the command line and prints the sum.',
    ].join('\n'),
    ideal_result: 'JSDoc types, a clear message for wrong use.',
  },
  artifact: `# Sum a column

\`\`\`js title="lib.mjs"
/**
 * Adds up the numbers of one column.
 * @param {string} text
 * @param {string} column
 * @returns {number}
 */
export function sumColumn(text, column) {
  if (typeof text !== "string" || text === "") {
    throw new TypeError("text must hold a table");
  }
  const [header, ...rows] = text.trim().split("\\n");
  const index = header.split(",").indexOf(column);
  if (index < 0) {
    throw new RangeError(\`there is no column \${column}\`);
  }
  let sum = 0;
  for (const row of rows) {
    const value = Number(row.split(",")[index]);
    if (Number.isNaN(value)) {
      throw new RangeError(\`not a number in column \${column}\`);
    }
    sum += value;
  }
  return sum;
}
\`\`\`

\`\`\`js title="main.mjs"
import { readFile } from "node:fs/promises";
import { sumColumn } from "./lib.mjs";

const [file, column] = process.argv.slice(2);
if (!file || !column) {
  console.error("usage: main.mjs FILE COLUMN");
  process.exit(2);
}

try {
  const text = await readFile(file, "utf8");
  console.log(sumColumn(text, column));
} catch (error) {
  console.error(\`failed: \${error.message}\`);
  process.exitCode = 1;
}
\`\`\`

Run it:

\`\`\`sh
node main.mjs prices.csv amount
\`\`\`
`,
}

const inventory: CleanCode = {
  name: 'inventory',
  task: {
    prompt: [
      'Write a Python module inventory.py with a function `load_stock(path)` that reads a JSON file of counts,',
      'and `reserve(stock, sku, count)` that returns a new stock.',
      '`reserve({"a": 3}, "a", 2)` returns `{"a": 1}`. `reserve({"a": 3}, "a", 5)` raises ValueError.',
      '`reserve({"a": 3}, "b", 1)` raises KeyError.',
    ].join('\n'),
    ideal_result: 'Type hints and tests.',
  },
  artifact: `# Inventory

\`\`\`python title="inventory.py"
"""Counts of what is in stock."""

import json
from pathlib import Path


class StockError(Exception):
    """The stock cannot be read."""


def load_stock(path: Path) -> dict[str, int]:
    """Reads the counts from a JSON file."""
    try:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
    except (OSError, ValueError) as error:
        raise StockError(f"cannot read {path}") from error
    if not isinstance(data, dict):
        raise StockError("the stock must be an object")
    return data


def reserve(stock: dict[str, int], sku: str, count: int) -> dict[str, int]:
    """Takes some of one item; the given stock stays as it is."""
    if count <= 0:
        raise ValueError("count must be positive")
    if sku not in stock:
        raise KeyError(f"no item {sku}")
    if stock[sku] < count:
        raise ValueError(f"only {stock[sku]} of {sku} left")
    return {**stock, sku: stock[sku] - count}
\`\`\`

\`\`\`python title="test_inventory.py"
import unittest

from inventory import reserve


class ReserveTest(unittest.TestCase):
    def test_takes_items(self):
        self.assertEqual(reserve({"a": 3}, "a", 2), {"a": 1})

    def test_refuses_too_many(self):
        with self.assertRaises(ValueError):
            reserve({"a": 3}, "a", 5)
\`\`\`
`,
}

const queue: CleanCode = {
  name: 'queue',
  task: {
    prompt: [
      'Implement a generic TypeScript class `BoundedQueue` with methods `enqueue`, `dequeue` and `peek` and a getter size.',
      'A full queue throws a RangeError on enqueue. `new BoundedQueue(1).size` is 0. `new BoundedQueue(2).enqueue("a").peek()` returns "a".',
      'The capacity must be validated: a negative capacity is rejected.',
    ].join('\n'),
    ideal_result: 'A small, typed class without dependencies.',
  },
  artifact: `\`\`\`typescript
/** A queue that holds at most a given number of items. */
export class BoundedQueue<Item> {
  readonly #items: Item[] = [];
  readonly #capacity: number;

  constructor(capacity: number) {
    if (!Number.isInteger(capacity) || capacity < 1) {
      throw new RangeError("capacity must be a positive integer");
    }
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#items.length;
  }

  /** Adds an item at the end. */
  enqueue(item: Item): this {
    if (this.#items.length >= this.#capacity) {
      throw new RangeError("the queue is full");
    }
    this.#items.push(item);
    return this;
  }

  /** Takes the first item, or undefined where there is none. */
  dequeue(): Item | undefined {
    return this.#items.shift();
  }

  /** Shows the first item without taking it. */
  peek(): Item | undefined {
    return this.#items[0];
  }
}
\`\`\`
`,
}

export const cleanCode: readonly CleanCode[] = [slugify, service, cli, inventory, queue]
