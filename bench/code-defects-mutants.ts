/** One change to a clean artifact. `at` is a text on the line where the finding belongs, if not the changed one. */
export type Change = {
  readonly id: string
  readonly base: string
  readonly find: string
  readonly replace: string
  readonly at?: string
}
export type Defect = Change & { readonly rule: string }

const defect = (
  rule: string,
  base: string,
  id: string,
  change: readonly [string, string, string?],
): Defect => {
  const [find, replace, at] = change
  return { id, base, rule: `code/${rule}`, find, replace, ...(at === undefined ? {} : { at }) }
}

/** Mistakes agents make, each a class of its own. */
export const defects: readonly Defect[] = [
  defect('compiles', 'slugify', 'missing-brace', [
    'return words.join(separator)\n}',
    'return words.join(separator)\n',
    'export function unslugify',
  ]),
  defect('compiles', 'slugify', 'undefined-name', [
    'return words.join(separator)',
    'return parts.join(separator)',
  ]),
  defect('compiles', 'slugify', 'wrong-return-type', [
    'return words.join(separator)',
    'return words.length',
  ]),
  defect('compiles', 'slugify', 'wrong-import-name', [
    "import { slugify, unslugify } from './slugify.ts'",
    "import { slugify, deslugify as unslugify } from './slugify.ts'",
  ]),
  defect('compiles', 'order-service', 'wrong-import-path', [
    "from './orders.ts'",
    "from './order-store.ts'",
  ]),
  defect('compiles', 'order-service', 'missing-property', [
    'return { sku: data.sku, quantity: data.quantity }',
    'return { sku: data.sku }',
  ]),
  defect('compiles', 'order-service', 'unknown-method', [
    'response.writeHead(201)',
    'response.writeHead(201',
  ]),
  defect('compiles', 'csv-cli', 'missing-import', [
    'import { sumColumn } from "./lib.mjs";\n',
    '',
    'console.log(sumColumn(text, column))',
  ]),
  defect('compiles', 'csv-cli', 'assign-to-constant', [
    'let sum = 0;',
    'const sum = 0;',
    'sum += value',
  ]),
  defect('compiles', 'inventory', 'python-syntax', ['if count <= 0:', 'if count <= 0']),
  defect('compiles', 'inventory', 'python-unknown-name', [
    'raise KeyError(f"no item {sku}")',
    'raise KeyError(f"no item {item}")',
  ]),
  defect('compiles', 'queue', 'unclosed-string', ['"the queue is full"', '"the queue is full']),
  defect('compiles', 'queue', 'typo-private-field', [
    'return this.#items[0]',
    'return this.#item[0]',
  ]),
  defect('logic', 'slugify', 'no-lower-case', [
    '    .toLowerCase()\n',
    '',
    'export function slugify',
  ]),
  defect('logic', 'slugify', 'ignores-separator', [
    'words.join(separator)',
    "words.join('-')",
    'export function slugify',
  ]),
  defect('logic', 'slugify', 'no-empty-check', [
    "  if (words.length === 0) {\n    throw new RangeError('text must hold a letter or a digit')\n  }\n",
    '',
    'export function slugify',
  ]),
  defect('logic', 'slugify', 'wrong-error-type', [
    "throw new RangeError('text must",
    "throw new TypeError('text must",
    'export function slugify',
  ]),
  defect('logic', 'slugify', 'own-test-fails', [
    "expect(unslugify('hello-world')).toBe('Hello world')",
    "expect(unslugify('hello-world')).toBe('Hello World')",
    "test('unslugify makes",
  ]),
  defect('logic', 'csv-cli', 'off-by-one', [
    'const [header, ...rows]',
    'const [header, , ...rows]',
    'export function sumColumn',
  ]),
  defect('logic', 'csv-cli', 'text-instead-of-number', [
    'const value = Number(row.split(",")[index]);',
    'const value = row.split(",")[index];',
    'export function sumColumn',
  ]),
  defect('logic', 'inventory', 'python-wrong-sign', [
    'stock[sku] - count}',
    'stock[sku] + count}',
    'def reserve',
  ]),
  defect('logic', 'inventory', 'python-wrong-comparison', [
    'if stock[sku] < count:',
    'if stock[sku] > count + 9:',
    'def reserve',
  ]),
  defect('logic', 'queue', 'last-instead-of-first', [
    'enqueue(item: Item): this {',
    'enqueue(item: Item): this {\n    item = undefined as Item;',
    'export class BoundedQueue',
  ]),
  defect('functions', 'slugify', 'function-missing', [
    'export function unslugify(slug',
    'export function fromSlug(slug',
    'const combiningMarks',
  ]),
  defect('functions', 'slugify', 'not-exported', ['export function slugify', 'function slugify']),
  defect('functions', 'slugify', 'parameter-missing', [
    "slugify(text: string, separator: string = '-')",
    'slugify(text: string)',
    'export function slugify(text: string)',
  ]),
  defect('functions', 'order-service', 'stub', [
    '  const server = createServer((request, response) => {\n    void handle(request, response)\n  })\n  server.listen(port, () => console.info(`listening on ${port}`))\n  return server\n',
    "  throw new Error('not implemented')\n",
    'export function startServer',
  ]),
  defect('functions', 'order-service', 'extra-parameter', [
    'saveOrder(order: Order, folder: string)',
    'saveOrder(order: Order, folder: string, name: string)',
  ]),
  defect('functions', 'queue', 'method-missing', [
    '  /** Shows the first item without taking it. */\n  peek(): Item | undefined {\n    return this.#items[0];\n  }\n',
    '',
    'export class BoundedQueue',
  ]),
  defect('functions', 'queue', 'method-private', [
    '  dequeue(): Item',
    '  private dequeue(): Item',
  ]),
  defect('functions', 'queue', 'elision', [
    '    return this.#items.shift();',
    '    // ... rest of the implementation\n    return undefined;',
    '// ... rest',
  ]),
  defect('functions', 'inventory', 'python-renamed', [
    'def load_stock(',
    'def read_stock(',
    'Counts of what',
  ]),
  defect('functions', 'inventory', 'python-stub', [
    '    if count <= 0:\n        raise ValueError("count must be positive")\n    if sku not in stock:\n        raise KeyError(f"no item {sku}")\n    if stock[sku] < count:\n        raise ValueError(f"only {stock[sku]} of {sku} left")\n    return {**stock, sku: stock[sku] - count}\n',
    '    pass\n',
    'def reserve',
  ]),
  defect('types', 'slugify', 'any', ['slug: string): string', 'slug: any): string']),
  defect('types', 'slugify', 'no-return-type', [
    'unslugify(slug: string): string',
    'unslugify(slug: string)',
  ]),
  defect('types', 'order-service', 'no-parameter-type', [
    'parseOrder(body: string): Order',
    'parseOrder(body): Order',
  ]),
  defect('types', 'order-service', 'cast-to-any', [
    'data = JSON.parse(body)',
    'data = JSON.parse(body) as any',
  ]),
  defect('types', 'order-service', 'ts-ignore', [
    '  const id = randomUUID()',
    '  // @ts-ignore\n  const id = randomUUID()',
  ]),
  defect('types', 'csv-cli', 'no-jsdoc', [
    '/**\n * Adds up the numbers of one column.\n * @param {string} text\n * @param {string} column\n * @returns {number}\n */\n',
    '',
    'export function sumColumn',
  ]),
  defect('types', 'csv-cli', 'jsdoc-without-return', [
    ' * @returns {number}\n',
    '',
    'export function sumColumn',
  ]),
  defect('types', 'inventory', 'python-no-hint', [
    'def load_stock(path: Path)',
    'def load_stock(path)',
  ]),
  defect('error-handling', 'order-service', 'empty-catch', [
    '  } catch (error) {\n    throw new Error(`order ${id} could not be saved`, { cause: error })\n  }',
    '  } catch (error) {}',
  ]),
  defect('error-handling', 'order-service', 'no-try', [
    "  let data: unknown\n  try {\n    data = JSON.parse(body)\n  } catch (error) {\n    throw new ValidationError('the body is not JSON', { cause: error })\n  }\n",
    '  const data: unknown = JSON.parse(body)\n',
  ]),
  defect('error-handling', 'order-service', 'not-awaited', [
    '    await writeFile(join',
    '    writeFile(join',
  ]),
  defect('error-handling', 'order-service', 'floating-own', [
    '    const id = await saveOrder(order, folder)\n',
    "    saveOrder(order, folder)\n    const id = 'new'\n",
  ]),
  defect('error-handling', 'slugify', 'no-message', [
    "throw new TypeError('slug must be a string')",
    'throw new TypeError()',
  ]),
  defect('error-handling', 'slugify', 'throws-text', [
    "throw new TypeError('slug must be a string')",
    "throw 'slug must be a string'",
  ]),
  defect('error-handling', 'csv-cli', 'unhandled-read', [
    'try {\n  const text = await readFile(file, "utf8");\n  console.log(sumColumn(text, column));\n} catch (error) {\n  console.error(`failed: ${error.message}`);\n  process.exitCode = 1;\n}',
    'const text = await readFile(file, "utf8");\nconsole.log(sumColumn(text, column));',
  ]),
  defect('error-handling', 'csv-cli', 'error-lost', [
    'console.error(`failed: ${error.message}`);\n  process.exitCode = 1;',
    'console.error("failed");',
  ]),
  defect('error-handling', 'inventory', 'python-bare-except', [
    'except (OSError, ValueError) as error:\n        raise StockError(f"cannot read {path}") from error',
    'except:\n        data = {}',
  ]),
  defect('error-handling', 'inventory', 'python-swallow', [
    'except (OSError, ValueError) as error:\n        raise StockError(f"cannot read {path}") from error',
    'except Exception:\n        pass',
  ]),
  defect('logging', 'order-service', 'start-not-logged', [
    'server.listen(port, () => console.info(`listening on ${port}`))',
    'server.listen(port)',
  ]),
  defect('logging', 'order-service', 'error-at-info', [
    "console.error('an order failed', error)",
    "console.info('an order failed', error)",
  ]),
  defect('logging', 'order-service', 'failure-not-logged', [
    "    console.error('an order failed', error)\n",
    '',
    '} catch (error) {\n    if',
  ]),
  defect('logging', 'order-service', 'secret-logged', [
    'console.info(`saved order ${id}`)',
    'console.info(`saved order ${id}`, process.env.API_KEY, process.env)',
  ]),
  defect('logging', 'slugify', 'debug-output', [
    "  const text = slug.replaceAll('-', ' ')",
    "  const text = slug.replaceAll('-', ' ')\n  console.log(text)",
  ]),
  defect('logging', 'order-service', 'success-at-error', [
    'console.info(`listening on ${port}`)',
    'console.error(`listening on ${port}`)',
  ]),
  defect('conventions', 'slugify', 'double-quotes', [
    "slug.replaceAll('-', ' ')",
    'slug.replaceAll("-", " ")',
  ]),
  defect('conventions', 'slugify', 'stray-semicolon', [
    'return words.join(separator)',
    'return words.join(separator);',
  ]),
  defect('conventions', 'slugify', 'snake-case', [
    "const text = slug.replaceAll('-', ' ')\n  return text.charAt(0).toUpperCase() + text.slice(1)",
    "const plain_text = slug.replaceAll('-', ' ')\n  return plain_text.charAt(0).toUpperCase() + plain_text.slice(1)",
  ]),
  defect('conventions', 'csv-cli', 'var', ['let sum = 0;', 'var sum = 0;']),
  defect('conventions', 'csv-cli', 'loose-equality', [
    'typeof text !== "string" || text === ""',
    'typeof text !== "string" || text == ""',
  ]),
  defect('conventions', 'order-service', 'other-indent', [
    '  const id = randomUUID()\n',
    '      const id = randomUUID()\n',
  ]),
  defect('conventions', 'order-service', 'unused-import', [
    "import { join } from 'node:path'",
    "import { join, resolve } from 'node:path'",
  ]),
  defect('conventions', 'inventory', 'python-camel-case', [
    'def reserve(stock: dict[str, int], sku: str, count: int)',
    'def reserve(stock: dict[str, int], sku: str, count: int, dryRun: bool = False)',
  ]),
  defect('conventions', 'queue', 'class-lower-case', [
    '  /** Adds an item at the end. */',
    '  /** Adds an item at the end. */\n  add_item(item: Item): this {\n    return this.enqueue(item);\n  }\n',
    'add_item',
  ]),
  defect('input-validation', 'order-service', 'no-shape-check', [
    "  if (typeof data !== 'object' || data === null) {\n    throw new ValidationError('the body must be an object')\n  }\n  if (!('sku' in data) || typeof data.sku !== 'string' || data.sku === '') {\n    throw new ValidationError('sku must be a text')\n  }\n  if (!('quantity' in data) || typeof data.quantity !== 'number' || data.quantity <= 0) {\n    throw new ValidationError('quantity must be a positive number')\n  }\n  return { sku: data.sku, quantity: data.quantity }",
    '  return data as Order',
    'data = JSON.parse',
  ]),
  defect('input-validation', 'order-service', 'path-traversal', [
    'join(folder, `${id}.json`)',
    'join(folder, order.sku, `${folder}.json`)',
  ]),
  defect('input-validation', 'order-service', 'shell', [
    "import { join } from 'node:path'\n",
    "import { join } from 'node:path'\nimport { execSync } from 'node:child_process'\n\nexport const folderSize = (folder: string): string => execSync(`du -s ${folder}`).toString()\n",
    'du -s',
  ]),
  defect('input-validation', 'csv-cli', 'argv-unchecked', [
    'if (!file || !column) {\n  console.error("usage: main.mjs FILE COLUMN");\n  process.exit(2);\n}\n',
    '',
    'process.argv',
  ]),
  defect('input-validation', 'csv-cli', 'eval', [
    'Number(row.split(",")[index])',
    'eval(row.split(",")[index])',
  ]),
  defect('input-validation', 'inventory', 'python-eval', [
    'data = json.load(file)',
    'data = eval(file.read())',
  ]),
  defect('input-validation', 'slugify', 'pattern-from-input', [
    "slug.replaceAll('-', ' ')",
    "slug.replace(new RegExp(slug), ' ')",
  ]),
  defect('input-validation', 'order-service', 'sql', [
    'export class ValidationError',
    "export const findSql = (sku: string): string => `SELECT * FROM orders WHERE sku = '${sku}'`\n\nexport class ValidationError",
    'SELECT',
  ]),
  defect('input-validation', 'order-service', 'environment-unchecked', [
    "process.env.ORDER_FOLDER ?? './orders'",
    'process.env.ORDER_FOLDER!',
  ]),
]

/** Changes that are no defects. */
export const benign: readonly Change[] = [
  {
    id: 'comment',
    base: 'slugify',
    find: '  const words = text\n',
    replace: '  // words are what is left between other characters\n  const words = text\n',
  },
  {
    id: 'renamed-local',
    base: 'slugify',
    find: "const text = slug.replaceAll('-', ' ')\n  return text.charAt(0).toUpperCase() + text.slice(1)",
    replace:
      "const title = slug.replaceAll('-', ' ')\n  return title.charAt(0).toUpperCase() + title.slice(1)",
  },
  {
    id: 'prose',
    base: 'slugify',
    find: 'The module turns',
    replace: 'This module, which has no dependencies, turns',
  },
  {
    id: 'quote-in-string',
    base: 'slugify',
    find: "'slug must be a string'",
    replace: '"the slug isn\'t a string"',
  },
  {
    id: 'arrow-function',
    base: 'slugify',
    find: 'export function unslugify(slug: string): string {',
    replace: 'export const unslugify = (slug: string): string => {',
  },
  {
    id: 'one-more-test',
    base: 'slugify',
    find: "test('unslugify makes",
    replace:
      "test('keeps digits', () => {\n  expect(slugify('Top 10')).toEqual('top-10')\n})\n\ntest('unslugify makes",
  },
  {
    id: 'early-return',
    base: 'order-service',
    find: '  return id\n',
    replace: '  console.debug(`wrote ${id}`)\n  return id\n',
  },
  {
    id: 'commented-catch',
    base: 'order-service',
    find: '    await mkdir(folder, { recursive: true })\n',
    replace: '    await mkdir(folder, { recursive: true, mode: 0o700 })\n',
  },
  {
    id: 'helper',
    base: 'order-service',
    find: 'export class ValidationError',
    replace:
      "const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''\n\nexport const hasText = (value: unknown): boolean => isText(value)\n\nexport class ValidationError",
  },
  {
    id: 'environment-default',
    base: 'order-service',
    find: "process.env.ORDER_FOLDER ?? './orders'",
    replace: "process.env['ORDER_FOLDER'] || './orders'",
  },
  {
    id: 'parse-args',
    base: 'csv-cli',
    find: 'const [file, column] = process.argv.slice(2);',
    replace: 'const [file = "", column = ""] = process.argv.slice(2);',
  },
  { id: 'reduce', base: 'csv-cli', find: 'let sum = 0;', replace: 'let sum = 0; // in cents' },
  {
    id: 'null-check',
    base: 'csv-cli',
    find: 'if (index < 0) {',
    replace: 'if (index == null || index < 0) {',
  },
  {
    id: 'python-docstring',
    base: 'inventory',
    find: '    """Takes some of one item; the given stock stays as it is."""',
    replace: '    """Takes some of one item.\n\n    Raises ValueError or KeyError.\n    """',
  },
  {
    id: 'python-constant',
    base: 'inventory',
    find: 'class StockError',
    replace: 'MAX_ITEMS = 100\n\n\nclass StockError',
  },
  {
    id: 'getter',
    base: 'queue',
    find: '  /** Adds an item at the end. */',
    replace:
      '  get isEmpty(): boolean {\n    return this.#items.length === 0;\n  }\n\n  /** Adds an item at the end. */',
  },
  {
    id: 'install-note',
    base: 'queue',
    find: '```typescript\n/** A queue',
    replace: 'Install nothing:\n\n```sh\nnpm test\n```\n\n```typescript\n/** A queue',
  },
]
