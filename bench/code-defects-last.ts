import type { CleanCode } from './code-defects-artifacts.ts'
import type { Defect } from './code-defects-mutants.ts'

const fence = '```'

const written: Readonly<Record<string, readonly [string, string]>> = {
  debounce: [
    'Create a TypeScript utility `debounce(fn, delay)` that delays calls. It should have a cancel method. Throw if delay is negative.',
    `# Debounce

${fence}typescript
export interface Debounced<Args extends unknown[]> {
  (...args: Args): void;
  cancel(): void;
}

/**
 * Delays calls of \`fn\` until \`delay\` milliseconds have passed without a new one.
 */
export function debounce<Args extends unknown[]>(
  fn: (...args: Args) => void,
  delay: number,
): Debounced<Args> {
  if (!Number.isFinite(delay) || delay < 0) {
    throw new RangeError(\`delay must be non-negative, got \${delay}\`);
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const debounced = (...args: Args): void => {
    clearTimeout(timer);
    timer = setTimeout(() => fn(...args), delay);
  };
  debounced.cancel = (): void => clearTimeout(timer);
  return debounced;
}
${fence}

## Example

${fence}typescript
const save = debounce((text: string) => console.log(text), 300);
save("hello");
${fence}
`,
  ],
  fastapi: [
    'Write a FastAPI service with endpoint POST /items that validates input with pydantic. Log each creation.',
    `${fence}python
import logging
from uuid import UUID, uuid4

from fastapi import FastAPI, HTTPException
from pydantic import BaseModel, Field

logging.basicConfig(level=logging.INFO)
logger = logging.getLogger("items")

app = FastAPI()
_items: dict[UUID, "Item"] = {}


class Item(BaseModel):
    name: str = Field(min_length=1, max_length=100)
    price: float = Field(gt=0)


@app.post("/items", status_code=201)
def create_item(item: Item) -> dict[str, str]:
    """Create an item."""
    item_id = uuid4()
    _items[item_id] = item
    logger.info("created item %s", item_id)
    return {"id": str(item_id)}


@app.get("/items/{item_id}")
def get_item(item_id: UUID) -> Item:
    """Return one item."""
    if item_id not in _items:
        logger.warning("item %s not found", item_id)
        raise HTTPException(status_code=404, detail="item not found")
    return _items[item_id]
${fence}
`,
  ],
  zodexpress: [
    'Build an Express route in TypeScript to register users with zod validation. Export `registerUser` handler and `RegisterSchema`.',
    `${fence}ts title="src/register-user.ts"
import type { NextFunction, Request, Response } from 'express'
import { z } from 'zod'
import { logger } from './logger'
import { createUser } from './users'

export const RegisterSchema = z.object({
  email: z.string().email(),
  password: z.string().min(12),
})

export async function registerUser(
  req: Request,
  res: Response,
  next: NextFunction,
): Promise<void> {
  const parsed = RegisterSchema.safeParse(req.body)
  if (!parsed.success) {
    res.status(400).json({ errors: parsed.error.flatten() })
    return
  }
  try {
    const user = await createUser(parsed.data)
    logger.info({ userId: user.id }, 'user registered')
    res.status(201).json({ id: user.id })
  } catch (error) {
    logger.error({ err: error }, 'registration failed')
    next(error)
  }
}
${fence}

${fence}ts title="src/logger.ts"
import pino from 'pino'

export const logger = pino()
${fence}

${fence}ts title="src/users.ts"
export interface NewUser {
  email: string
  password: string
}

export interface User {
  id: string
  email: string
}

const users = new Map<string, User>()

export async function createUser(input: NewUser): Promise<User> {
  const user: User = { id: crypto.randomUUID(), email: input.email }
  users.set(user.id, user)
  return user
}
${fence}
`,
  ],
  repo: [
    'Implement a generic in-memory Repository<T extends { id: string }> class in TypeScript with methods save, findById, findAll and remove.',
    `${fence}ts
export interface Entity {
  readonly id: string
}

export class NotFoundError extends Error {
  constructor(id: string) {
    super(\`no entity with id \${id}\`)
    this.name = 'NotFoundError'
  }
}

export class Repository<T extends Entity> {
  private readonly items = new Map<string, T>()

  save(entity: T): void {
    this.items.set(entity.id, entity)
  }

  findById(id: string): T | undefined {
    return this.items.get(id)
  }

  findAll(): T[] {
    return Array.from(this.items.values())
  }

  remove(id: string): void {
    if (!this.items.delete(id)) {
      throw new NotFoundError(id)
    }
  }
}
${fence}
`,
  ],
  jslib: [
    'Write a JavaScript function flatten(array, depth) that flattens nested arrays. flatten([1, [2, [3]]], 1) → [1, 2, [3]]; flatten([1, [2, [3]]], 2) → [1, 2, 3]. Throws TypeError if the first argument is not an array.',
    `${fence}javascript
/**
 * Flattens an array up to a depth.
 *
 * @param {unknown[]} array
 * @param {number} [depth=1]
 * @returns {unknown[]}
 */
export function flatten(array, depth = 1) {
  if (!Array.isArray(array)) {
    throw new TypeError("Expected an array");
  }
  if (depth < 1) {
    return array.slice();
  }
  return array.reduce((result, item) => {
    if (Array.isArray(item)) {
      result.push(...flatten(item, depth - 1));
    } else {
      result.push(item);
    }
    return result;
  }, []);
}
${fence}
`,
  ],
  pyfib: [
    'Write fibonacci(n) in Python with memoization. fibonacci(10) == 55, fibonacci(0) == 0. Raise ValueError for negative n.',
    `Here is the module:

${fence}python
from functools import lru_cache


@lru_cache(maxsize=None)
def fibonacci(n: int) -> int:
    """Return the n-th Fibonacci number.

    >>> fibonacci(10)
    55
    """
    if n < 0:
        raise ValueError("n must not be negative")
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)
${fence}

And tests:

${fence}python
import pytest

from fibonacci import fibonacci


@pytest.mark.parametrize("n, expected", [(0, 0), (1, 1), (10, 55)])
def test_values(n, expected):
    assert fibonacci(n) == expected


def test_negative():
    with pytest.raises(ValueError):
        fibonacci(-1)
${fence}
`,
  ],
  eventbus: [
    'Implement an EventBus in TypeScript with on, off and emit methods; handlers that throw must not stop others, errors are collected and thrown as AggregateError.',
    `${fence}ts title="event-bus.ts"
type Handler<T> = (payload: T) => void

export class EventBus<Events extends Record<string, unknown>> {
  private readonly handlers: { [K in keyof Events]?: Set<Handler<Events[K]>> } = {}

  on<K extends keyof Events>(event: K, handler: Handler<Events[K]>): () => void {
    const set = (this.handlers[event] ??= new Set())
    set.add(handler)
    return () => this.off(event, handler)
  }

  off<K extends keyof Events>(event: K, handler: Handler<Events[K]>): void {
    this.handlers[event]?.delete(handler)
  }

  emit<K extends keyof Events>(event: K, payload: Events[K]): void {
    const errors: unknown[] = []
    for (const handler of this.handlers[event] ?? []) {
      try {
        handler(payload)
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) {
      throw new AggregateError(errors, \`\${errors.length} handlers failed\`)
    }
  }
}
${fence}
`,
  ],
  configloader: [
    'Write loadConfig(path) in TypeScript that reads a JSON config file and validates it, throwing ConfigError with a helpful message.',
    `${fence}ts title="load-config.ts"
import { readFile } from 'node:fs/promises'

export interface Config {
  host: string
  port: number
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

function assertConfig(value: unknown): asserts value is Config {
  if (typeof value !== 'object' || value === null) {
    throw new ConfigError('config must be an object')
  }
  const { host, port } = value as Record<string, unknown>
  if (typeof host !== 'string' || host.length === 0) {
    throw new ConfigError('host must be a non-empty string')
  }
  if (typeof port !== 'number' || !Number.isInteger(port) || port < 1 || port > 65535) {
    throw new ConfigError('port must be an integer between 1 and 65535')
  }
}

export async function loadConfig(path: string): Promise<Config> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (cause) {
    throw new ConfigError(\`cannot read \${path}\`, { cause })
  }

  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (cause) {
    throw new ConfigError(\`\${path} is not valid JSON\`, { cause })
  }

  assertConfig(parsed)
  return parsed
}
${fence}
`,
  ],
  worker: [
    'Write a Node.js background worker in JavaScript that polls a queue every second and processes jobs, with graceful shutdown and logging.',
    `${fence}js title="worker.mjs"
import { setTimeout as sleep } from 'node:timers/promises';
import { queue } from './queue.mjs';
import { logger } from './logger.mjs';

let running = true;

/**
 * Stops the loop after the current job.
 * @param {string} signal
 * @returns {void}
 */
function shutdown(signal) {
  logger.info(\`received \${signal}, shutting down\`);
  running = false;
}

process.on('SIGTERM', shutdown);
process.on('SIGINT', shutdown);

/**
 * Handles one job.
 * @param {{ id: string, run: () => Promise<void> }} job
 * @returns {Promise<void>}
 */
export async function processJob(job) {
  try {
    await job.run();
    logger.info(\`job \${job.id} done\`);
  } catch (error) {
    logger.error(\`job \${job.id} failed\`, error);
    await queue.retry(job);
  }
}

logger.info('worker started');
while (running) {
  const job = await queue.next();
  if (job === null) {
    await sleep(1000);
    continue;
  }
  await processJob(job);
}
logger.info('worker stopped');
${fence}

${fence}js title="queue.mjs"
const jobs = [];

export const queue = {
  /** @returns {Promise<object | null>} */
  async next() {
    return jobs.shift() ?? null;
  },
  /**
   * @param {object} job
   * @returns {Promise<void>}
   */
  async retry(job) {
    jobs.push(job);
  },
};
${fence}

${fence}js title="logger.mjs"
export const logger = {
  /**
   * @param {string} message
   * @returns {void}
   */
  info(message) {
    console.log(message);
  },
  /**
   * @param {string} message
   * @param {unknown} error
   * @returns {void}
   */
  error(message, error) {
    console.error(message, error);
  },
};
${fence}
`,
  ],
}

/** A third set, written last; the first measurement found 28 of its 31 mistakes. */
export const lastCode: readonly CleanCode[] = Object.entries(written).map(
  ([name, [prompt, artifact]]) => ({ name, task: { prompt, ideal_result: '' }, artifact }),
)

export const lastDefects: readonly Defect[] = [
  {
    rule: 'code/compiles',
    base: 'debounce',
    id: 'missing-generic',
    find: 'export interface Debounced<Args extends unknown[]> {',
    replace: 'export interface Debounced {',
    at: '): Debounced<Args> {',
  },
  {
    rule: 'code/compiles',
    base: 'repo',
    id: 'wrong-return',
    find: 'return Array.from(this.items.values())',
    replace: 'return this.items.values()',
  },
  {
    rule: 'code/compiles',
    base: 'worker',
    id: 'export-name',
    find: 'export const queue = {',
    replace: 'export const jobQueue = {',
    at: 'import { queue }',
  },
  {
    rule: 'code/compiles',
    base: 'pyfib',
    id: 'unclosed',
    find: 'raise ValueError("n must not be negative")',
    replace: 'raise ValueError("n must not be negative"',
  },
  {
    rule: 'code/compiles',
    base: 'configloader',
    id: 'undeclared',
    find: '  assertConfig(parsed)',
    replace: '  assertConfiguration(parsed)',
  },
  {
    rule: 'code/logic',
    base: 'jslib',
    id: 'ignores-depth',
    find: 'result.push(...flatten(item, depth - 1));',
    replace: 'result.push(...flatten(item, depth));',
    at: 'export function flatten',
  },
  {
    rule: 'code/logic',
    base: 'jslib',
    id: 'wrong-error',
    find: 'throw new TypeError("Expected an array");',
    replace: 'throw new RangeError("Expected an array");',
    at: 'export function flatten',
  },
  {
    rule: 'code/logic',
    base: 'pyfib',
    id: 'wrong-base',
    find: 'if n < 2:\n        return n',
    replace: 'if n < 2:\n        return 1',
    at: 'def fibonacci',
  },
  {
    rule: 'code/logic',
    base: 'pyfib',
    id: 'no-refusal',
    find: '    if n < 0:\n        raise ValueError("n must not be negative")\n',
    replace: '',
    at: 'def fibonacci',
  },
  {
    rule: 'code/functions',
    base: 'eventbus',
    id: 'method-lost',
    find: '  off<K extends keyof Events>(event: K, handler: Handler<Events[K]>): void {',
    replace: '  private off<K extends keyof Events>(event: K, handler: Handler<Events[K]>): void {',
  },
  {
    rule: 'code/functions',
    base: 'repo',
    id: 'renamed',
    find: '  findAll(): T[] {',
    replace: '  all(): T[] {',
    at: 'export interface Entity',
  },
  {
    rule: 'code/functions',
    base: 'zodexpress',
    id: 'not-exported',
    find: 'export async function registerUser(',
    replace: 'async function registerUser(',
  },
  {
    rule: 'code/functions',
    base: 'configloader',
    id: 'renamed',
    find: 'export async function loadConfig(path',
    replace: 'export async function readConfig(path',
    at: 'import { readFile }',
  },
  {
    rule: 'code/types',
    base: 'debounce',
    id: 'untyped-parameter',
    find: '  delay: number,\n): Debounced<Args>',
    replace: '  delay,\n): Debounced<Args>',
  },
  {
    rule: 'code/types',
    base: 'eventbus',
    id: 'any',
    find: 'type Handler<T> = (payload: T) => void',
    replace: 'type Handler<T> = (payload: any) => void',
  },
  {
    rule: 'code/types',
    base: 'fastapi',
    id: 'no-hint',
    find: 'def get_item(item_id: UUID) -> Item:',
    replace: 'def get_item(item_id: UUID):',
  },
  {
    rule: 'code/error-handling',
    base: 'configloader',
    id: 'swallowed',
    find: '    throw new ConfigError(`cannot read ${path}`, { cause })',
    replace: "    text = ''",
    at: '} catch (cause) {',
  },
  {
    rule: 'code/error-handling',
    base: 'worker',
    id: 'not-awaited',
    find: '  await processJob(job);',
    replace: '  processJob(job);',
  },
  {
    rule: 'code/error-handling',
    base: 'zodexpress',
    id: 'no-try',
    find: '    next(error)\n',
    replace: '',
    at: '} catch (error)',
  },
  {
    rule: 'code/error-handling',
    base: 'repo',
    id: 'no-message',
    find: "super(`no entity with id ${id}`)\n    this.name = 'NotFoundError'\n  }\n}",
    replace:
      "super(`no entity with id ${id}`)\n    this.name = 'NotFoundError'\n  }\n}\n\nexport function fail(): never {\n  throw new Error()\n}",
    at: 'throw new Error()',
  },
  {
    rule: 'code/logging',
    base: 'zodexpress',
    id: 'password',
    find: "logger.info({ userId: user.id }, 'user registered')",
    replace: "logger.info({ userId: user.id, password: parsed.data.password }, 'user registered')",
  },
  {
    rule: 'code/logging',
    base: 'worker',
    id: 'wrong-level',
    find: 'logger.error(`job ${job.id} failed`, error);',
    replace: 'logger.info(`job ${job.id} failed`, error);',
  },
  {
    rule: 'code/logging',
    base: 'fastapi',
    id: 'print-secret',
    find: '    logger.info("created item %s", item_id)',
    replace: '    logger.info("created item %s %s", item_id, api_key)',
  },
  {
    rule: 'code/conventions',
    base: 'worker',
    id: 'quotes',
    find: "logger.info('worker stopped');",
    replace: 'logger.info("worker stopped");',
  },
  {
    rule: 'code/conventions',
    base: 'repo',
    id: 'semicolon',
    find: 'this.items.set(entity.id, entity)',
    replace: 'this.items.set(entity.id, entity);',
  },
  {
    rule: 'code/conventions',
    base: 'fastapi',
    id: 'camel',
    find: '    item_id = uuid4()\n    _items[item_id] = item\n    logger.info("created item %s", item_id)\n    return {"id": str(item_id)}',
    replace:
      '    itemId = uuid4()\n    _items[itemId] = item\n    logger.info("created item %s", itemId)\n    return {"id": str(itemId)}',
  },
  {
    rule: 'code/conventions',
    base: 'debounce',
    id: 'var',
    find: '  let timer: ReturnType',
    replace: '  var timer: ReturnType',
  },
  {
    rule: 'code/input-validation',
    base: 'zodexpress',
    id: 'unvalidated',
    find: '  const parsed = RegisterSchema.safeParse(req.body)\n  if (!parsed.success) {\n    res.status(400).json({ errors: parsed.error.flatten() })\n    return\n  }\n',
    replace: '  const parsed = { data: req.body }\n',
    at: 'req.body',
  },
  {
    rule: 'code/input-validation',
    base: 'configloader',
    id: 'cast',
    find: '  assertConfig(parsed)\n  return parsed',
    replace: '  return parsed as Config',
    at: 'parsed = JSON.parse',
  },
  {
    rule: 'code/input-validation',
    base: 'debounce',
    id: 'unchecked',
    find: '  if (!Number.isFinite(delay) || delay < 0) {\n    throw new RangeError(`delay must be non-negative, got ${delay}`);\n  }\n',
    replace: '',
    at: 'export function debounce',
  },
  {
    rule: 'code/input-validation',
    base: 'fastapi',
    id: 'eval',
    find: '    item_id = uuid4()',
    replace: '    item_id = eval(item.name)',
  },
]
