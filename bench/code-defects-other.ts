import type { CleanCode } from './code-defects-artifacts.ts'
import type { Change, Defect } from './code-defects-mutants.ts'

const fence = '```'

const written: Readonly<Record<string, readonly [string, string]>> = {
  express: [
    `Create an Express REST service in JavaScript (CommonJS) with POST /users that validates name and email, stores users in memory and logs requests. Export createApp() and UserStore with methods add and find.`,
    `# Users

${fence}js title="store.js"
'use strict';

/** Keeps users in memory. */
class UserStore {
  constructor() {
    this.users = new Map();
  }

  /**
   * Adds a user.
   * @param {{ name: string, email: string }} user
   * @returns {number}
   */
  add(user) {
    const id = this.users.size + 1;
    this.users.set(id, { id, ...user });
    return id;
  }

  /**
   * Finds a user.
   * @param {number} id
   * @returns {object | undefined}
   */
  find(id) {
    return this.users.get(id);
  }
}

module.exports = { UserStore };
${fence}

${fence}js title="app.js"
'use strict';

const express = require('express');
const { UserStore } = require('./store');
const logger = require('./logger');

const EMAIL = /^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$/;

/**
 * Builds the application.
 * @param {UserStore} store
 * @returns {import('express').Express}
 */
function createApp(store = new UserStore()) {
  const app = express();
  app.use(express.json());

  app.post('/users', (req, res) => {
    const { name, email } = req.body ?? {};
    if (typeof name !== 'string' || name.trim() === '') {
      return res.status(400).json({ error: 'name is required' });
    }
    if (typeof email !== 'string' || !EMAIL.test(email)) {
      return res.status(400).json({ error: 'email is invalid' });
    }
    const id = store.add({ name, email });
    logger.info('user created', { id });
    return res.status(201).json({ id });
  });

  app.get('/users/:id', (req, res) => {
    const id = Number(req.params.id);
    if (!Number.isInteger(id)) {
      return res.status(400).json({ error: 'id must be an integer' });
    }
    const user = store.find(id);
    return user ? res.json(user) : res.status(404).json({ error: 'not found' });
  });

  app.use((error, req, res, next) => {
    logger.error('request failed', error);
    res.status(500).json({ error: 'internal error' });
  });

  return app;
}

if (require.main === module) {
  const port = Number(process.env.PORT || 3000);
  createApp().listen(port, () => logger.info('listening', { port }));
}

module.exports = { createApp };
${fence}

${fence}js title="logger.js"
'use strict';

const write = (level) => (message, details = {}) =>
  process.stdout.write(JSON.stringify({ level, message, ...details }) + '\\n');

module.exports = { info: write('info'), error: write('error') };
${fence}

Install and start:

${fence}bash
npm install express
node app.js
${fence}
`,
  ],
  fetchclient: [
    `Write a TypeScript client for a weather API: \`getForecast(city: string): Promise<Forecast>\` and class \`WeatherError\`. Retry twice on network errors. Reject empty city names with a WeatherError.`,
    `${fence}ts
export interface Forecast {
  city: string;
  celsius: number;
}

export class WeatherError extends Error {
  constructor(message: string, readonly status?: number) {
    super(message);
    this.name = "WeatherError";
  }
}

const BASE_URL = "https://api.example.com/v1/forecast";
const MAX_ATTEMPTS = 3;

function isForecast(value: unknown): value is Forecast {
  return (
    typeof value === "object" &&
    value !== null &&
    "city" in value &&
    "celsius" in value &&
    typeof value.city === "string" &&
    typeof value.celsius === "number"
  );
}

async function request(url: string): Promise<Response> {
  let lastError: unknown;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    try {
      return await fetch(url);
    } catch (error) {
      lastError = error;
    }
  }
  throw new WeatherError(\`network failure: \${String(lastError)}\`);
}

export async function getForecast(city: string): Promise<Forecast> {
  if (city.trim() === "") {
    throw new WeatherError("city must not be empty");
  }
  const response = await request(\`\${BASE_URL}?city=\${encodeURIComponent(city)}\`);
  if (!response.ok) {
    throw new WeatherError(\`unexpected status \${response.status}\`, response.status);
  }
  const body: unknown = await response.json();
  if (!isForecast(body)) {
    throw new WeatherError("unexpected response body");
  }
  return body;
}
${fence}

Usage:

${fence}ts
const forecast = await getForecast("Bern");
console.log(forecast.celsius);
${fence}
`,
  ],
  pycli: [
    `Write a Python command line tool that imports contacts from a CSV file into SQLite. Functions: read_contacts(path) -> list of dicts, save_contacts(db, contacts) returns number saved, main(argv=None). Log progress with the logging module. Validate that every row has an email.`,
    `${fence}python
"""Import contacts from CSV into SQLite."""
from __future__ import annotations

import argparse
import csv
import logging
import sqlite3
import sys
from pathlib import Path

logger = logging.getLogger(__name__)


class ImportFailure(Exception):
    """Raised when the input cannot be imported."""


def read_contacts(path: Path) -> list[dict[str, str]]:
    """Read contacts, raising ImportFailure for missing files or rows without an email."""
    try:
        with open(path, newline="", encoding="utf-8") as handle:
            rows = list(csv.DictReader(handle))
    except OSError as error:
        raise ImportFailure(f"cannot read {path}: {error}") from error
    for number, row in enumerate(rows, start=2):
        if not row.get("email"):
            raise ImportFailure(f"line {number}: email is missing")
    return rows


def save_contacts(db: sqlite3.Connection, contacts: list[dict[str, str]]) -> int:
    """Store contacts and return how many were saved."""
    with db:
        db.execute("CREATE TABLE IF NOT EXISTS contacts (name TEXT, email TEXT PRIMARY KEY)")
        db.executemany(
            "INSERT OR REPLACE INTO contacts (name, email) VALUES (:name, :email)",
            contacts,
        )
    return len(contacts)


def main(argv: list[str] | None = None) -> int:
    """Entry point."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("csv", type=Path)
    parser.add_argument("database", type=Path)
    options = parser.parse_args(argv)
    logging.basicConfig(level=logging.INFO)
    try:
        contacts = read_contacts(options.csv)
        connection = sqlite3.connect(options.database)
        saved = save_contacts(connection, contacts)
    except (ImportFailure, sqlite3.Error) as error:
        logger.error("import failed: %s", error)
        return 1
    logger.info("imported %d contacts", saved)
    return 0


if __name__ == "__main__":
    sys.exit(main())
${fence}
`,
  ],
  react: [
    `Write a React component \`Counter\` in TypeScript with buttons to increment and reset, prop initial (number).`,
    `${fence}tsx
import { useState } from 'react'

interface CounterProps {
  initial?: number
}

export function Counter({ initial = 0 }: CounterProps): JSX.Element {
  const [count, setCount] = useState(initial)

  return (
    <div>
      <output aria-live="polite">{count}</output>
      <button type="button" onClick={() => setCount((current: number) => current + 1)}>
        Increment
      </button>
      <button type="button" onClick={() => setCount(initial)}>
        Reset
      </button>
    </div>
  )
}
${fence}
`,
  ],
  tscli: [
    `Write a TypeScript CLI \`wordcount\` that prints the number of words of each file given. Export \`countWords(text: string): number\`. Examples: countWords("a b c") → 3, countWords("") → 0.`,
    `## Word count

${fence}ts title="src/count-words.ts"
/** Counts words separated by white space. */
export const countWords = (text: string): number => {
  const trimmed = text.trim()
  return trimmed === '' ? 0 : trimmed.split(/\\s+/).length
}
${fence}

${fence}ts title="src/cli.ts"
#!/usr/bin/env node
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { countWords } from './count-words.js'

async function main(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true })
  if (positionals.length === 0) {
    console.error('usage: wordcount FILE...')
    return 2
  }
  let failures = 0
  for (const path of positionals) {
    try {
      const text = await readFile(path, 'utf8')
      console.log(\`\${countWords(text)}\\t\${path}\`)
    } catch (error) {
      failures += 1
      const reason = error instanceof Error ? error.message : String(error)
      console.error(\`\${path}: \${reason}\`)
    }
  }
  return failures === 0 ? 0 : 1
}

process.exitCode = await main()
${fence}
`,
  ],
  lru: [
    `Implement an LRU cache in TypeScript: class LRUCache<K, V> with get(key), set(key, value), has(key) and a size property. new LRUCache(0) throws a RangeError. No dependencies. Include tests with node:test.`,
    `${fence}typescript
// lru-cache.ts
export class LRUCache<K, V> {
  private readonly entries = new Map<K, V>();

  constructor(private readonly capacity: number) {
    if (!Number.isInteger(capacity) || capacity <= 0) {
      throw new RangeError(\`capacity must be a positive integer, got \${capacity}\`);
    }
  }

  get size(): number {
    return this.entries.size;
  }

  has(key: K): boolean {
    return this.entries.has(key);
  }

  get(key: K): V | undefined {
    const value = this.entries.get(key);
    if (value === undefined) return undefined;
    this.entries.delete(key);
    this.entries.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    this.entries.delete(key);
    this.entries.set(key, value);
    if (this.entries.size > this.capacity) {
      const [oldest] = this.entries.keys();
      if (oldest !== undefined) this.entries.delete(oldest);
    }
  }
}
${fence}

${fence}typescript
// lru-cache.test.ts
import assert from "node:assert/strict";
import { test } from "node:test";
import { LRUCache } from "./lru-cache";

test("evicts the least recently used entry", () => {
  const cache = new LRUCache<string, number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  cache.get("a");
  cache.set("c", 3);
  assert.equal(cache.has("b"), false);
  assert.equal(cache.get("a"), 1);
});

test("rejects a capacity of zero", () => {
  assert.throws(() => new LRUCache(0), RangeError);
});
${fence}
`,
  ],
}

/** Clean code in other styles, written after the checks were tuned on the first set. */
export const otherCode: readonly CleanCode[] = Object.entries(written).map(
  ([name, [prompt, artifact]]) => ({ name, task: { prompt, ideal_result: '' }, artifact }),
)

const defect = (
  rule: string,
  base: string,
  id: string,
  change: readonly [string, string, string?],
): Defect => {
  const [find, replace, at] = change
  return { id, base, rule: `code/${rule}`, find, replace, ...(at === undefined ? {} : { at }) }
}

export const otherDefects: readonly Defect[] = [
  defect('compiles', 'express', 'require-of-nothing', [
    "require('./store')",
    "require('./stores')",
  ]),
  defect('compiles', 'express', 'name-misspelt', [
    'store.add({ name, email })',
    'stroe.add({ name, email })',
  ]),
  defect('compiles', 'fetchclient', 'text-for-number', [
    'const MAX_ATTEMPTS = 3;',
    'const MAX_ATTEMPTS: number = "3";',
  ]),
  defect('compiles', 'fetchclient', 'property-misspelt', [
    'this.name = "WeatherError"',
    'this.nmae = "WeatherError"',
  ]),
  defect('compiles', 'pycli', 'indentation', [
    '    return len(contacts)',
    '   return len(contacts)',
  ]),
  defect('compiles', 'pycli', 'import-forgotten', ['import csv\n', '', 'csv.DictReader']),
  defect('compiles', 'lru', 'returns-nothing', [
    '  has(key: K): boolean {\n    return this.entries.has(key);',
    '  has(key: K): boolean {\n    this.entries.has(key);',
  ]),
  defect('compiles', 'tscli', 'wrong-member', [
    "import { countWords } from './count-words.js'",
    "import { countWord } from './count-words.js'",
  ]),
  defect('compiles', 'react', 'tag-not-closed', ['    </div>\n', '', '</button>\n  )']),
  defect('logic', 'tscli', 'empty-is-one', [
    "trimmed === '' ? 0 : ",
    '',
    'export const countWords',
  ]),
  defect('logic', 'lru', 'no-eviction', [
    'this.entries.size > this.capacity',
    'this.entries.size > this.capacity + 1',
    'evicts the least',
  ]),
  defect('logic', 'lru', 'zero-allowed', ['capacity <= 0', 'capacity < 0', 'rejects a capacity']),
  defect('logic', 'lru', 'not-refreshed', [
    '    this.entries.delete(key);\n    this.entries.set(key, value);\n    return value;',
    '    return value;',
    'evicts the least',
  ]),
  defect('functions', 'express', 'not-in-exports', [
    'module.exports = { createApp };',
    'module.exports = {};',
    'function createApp',
  ]),
  defect('functions', 'express', 'method-renamed', [
    '  find(id) {',
    '  lookup(id) {',
    'class UserStore',
  ]),
  defect('functions', 'fetchclient', 'export-forgotten', [
    'export async function getForecast',
    'async function getForecast',
  ]),
  defect('functions', 'pycli', 'function-gone', [
    'def save_contacts(',
    'def _store(',
    'Import contacts',
  ]),
  defect('functions', 'lru', 'too-few-parameters', [
    'set(key: K, value: V): void {',
    'set(pair: [K, V]): void {\n    const [key, value] = pair;',
  ]),
  defect('functions', 'tscli', 'hollow', [
    "  const trimmed = text.trim()\n  return trimmed === '' ? 0 : trimmed.split(/\\s+/).length\n",
    "  throw new Error('TODO')\n",
    'export const countWords',
  ]),
  defect('types', 'fetchclient', 'any-in-guard', [
    'isForecast(value: unknown)',
    'isForecast(value: any)',
  ]),
  defect('types', 'lru', 'untyped-method', ['  has(key: K): boolean {', '  has(key: K) {']),
  defect('types', 'pycli', 'no-return-hint', [
    'contacts: list[dict[str, str]]) -> int:',
    'contacts: list[dict[str, str]]):',
  ]),
  defect('types', 'express', 'doc-removed', [
    '  /**\n   * Finds a user.\n   * @param {number} id\n   * @returns {object | undefined}\n   */\n',
    '',
    'find(id)',
  ]),
  defect('error-handling', 'fetchclient', 'status-ignored', [
    '  if (!response.ok) {\n    throw new WeatherError(`unexpected status ${response.status}`, response.status);\n  }\n',
    '',
    'fetch(url)',
  ]),
  defect('error-handling', 'fetchclient', 'catch-emptied', [
    '    } catch (error) {\n      lastError = error;\n    }',
    '    } catch {\n    }',
    '} catch {',
  ]),
  defect('error-handling', 'tscli', 'main-not-awaited', [
    'process.exitCode = await main()',
    'main()',
  ]),
  defect('error-handling', 'tscli', 'then-without-catch', [
    'process.exitCode = await main()',
    'main().then((code) => process.exit(code))',
  ]),
  defect('error-handling', 'pycli', 'broad-pass', [
    '    except OSError as error:\n        raise ImportFailure(f"cannot read {path}: {error}") from error',
    '    except Exception:\n        return []',
  ]),
  defect('error-handling', 'lru', 'thrown-object', [
    'throw new RangeError(`capacity must be a positive integer, got ${capacity}`);',
    'throw { message: "bad capacity" };',
  ]),
  defect('logging', 'express', 'password-logged', [
    "logger.info('user created', { id });",
    "logger.info('user created', { id, password: req.body.password });",
  ]),
  defect('logging', 'express', 'console-beside-logger', [
    '    const id = store.add({ name, email });\n',
    '    const id = store.add({ name, email });\n    console.log(name);\n',
    'console.log(name)',
  ]),
  defect('logging', 'pycli', 'nothing-logged', [
    '        logger.error("import failed: %s", error)\n',
    '',
    'except (ImportFailure',
  ]),
  defect('logging', 'pycli', 'failure-at-info', [
    'logger.error("import failed',
    'logger.info("import failed',
  ]),
  defect('logging', 'fetchclient', 'debugger-left', [
    '  const body: unknown',
    '  debugger;\n  const body: unknown',
  ]),
  defect('logging', 'lru', 'trace-left', [
    '    this.entries.set(key, value);\n    if',
    '    this.entries.set(key, value);\n    console.log("set", key);\n    if',
    'console.log("set"',
  ]),
  defect('conventions', 'express', 'double-quotes', [
    "error: 'name is required'",
    'error: "name is required"',
  ]),
  defect('conventions', 'lru', 'no-semicolon', [
    'const [oldest] = this.entries.keys();',
    'const [oldest] = this.entries.keys()',
  ]),
  defect('conventions', 'tscli', 'tabs', [
    '  const trimmed = text.trim()\n',
    '\tconst trimmed = text.trim()\n',
  ]),
  defect('conventions', 'fetchclient', 'snake-parameter', [
    'async function request(url: string): Promise<Response> {',
    'async function request(request_url: string): Promise<Response> {\n  const url = request_url;',
  ]),
  defect('conventions', 'pycli', 'class-lower', [
    'class ImportFailure(Exception):',
    'class import_failure(Exception):\n    """Old name."""\n\n\nclass ImportFailure(Exception):',
  ]),
  defect('conventions', 'pycli', 'unused-import', [
    'import logging\n',
    'import logging\nimport random\n',
    'import random',
  ]),
  defect('input-validation', 'express', 'body-unchecked', [
    "    if (typeof name !== 'string' || name.trim() === '') {\n      return res.status(400).json({ error: 'name is required' });\n    }\n    if (typeof email !== 'string' || !EMAIL.test(email)) {\n      return res.status(400).json({ error: 'email is invalid' });\n    }\n",
    '',
    'req.body',
  ]),
  defect('input-validation', 'express', 'id-unchecked', [
    "    const id = Number(req.params.id);\n    if (!Number.isInteger(id)) {\n      return res.status(400).json({ error: 'id must be an integer' });\n    }\n    const user = store.find(id);",
    '    const user = store.find(req.params.id);',
  ]),
  defect('input-validation', 'fetchclient', 'body-believed', [
    '  const body: unknown = await response.json();\n  if (!isForecast(body)) {\n    throw new WeatherError("unexpected response body");\n  }\n  return body;',
    '  return (await response.json()) as Forecast;',
  ]),
  defect('input-validation', 'pycli', 'sql-built', [
    '        db.executemany(\n            "INSERT OR REPLACE INTO contacts (name, email) VALUES (:name, :email)",\n            contacts,\n        )',
    "        for row in contacts:\n            db.execute(f\"INSERT INTO contacts VALUES ('{row['name']}', '{row['email']}')\")",
  ]),
  defect('input-validation', 'tscli', 'argv-taken', [
    "  const { positionals } = parseArgs({ allowPositionals: true })\n  if (positionals.length === 0) {\n    console.error('usage: wordcount FILE...')\n    return 2\n  }\n",
    '  const positionals = [process.argv[2]]\n',
    'process.argv',
  ]),
  defect('input-validation', 'fetchclient', 'city-unchecked', [
    '  if (city.trim() === "") {\n    throw new WeatherError("city must not be empty");\n  }\n',
    '',
    'export async function getForecast',
  ]),
]

export const otherBenign: readonly Change[] = [
  { id: 'optional-chaining', base: 'express', find: 'req.body ?? {}', replace: 'req.body || {}' },
  {
    id: 'status-constant',
    base: 'fetchclient',
    find: 'const MAX_ATTEMPTS = 3;',
    replace: 'const MAX_ATTEMPTS = 5;',
  },
  {
    id: 'generator',
    base: 'lru',
    find: '  has(key: K): boolean {',
    replace:
      '  *keys(): IterableIterator<K> {\n    yield* this.entries.keys();\n  }\n\n  has(key: K): boolean {',
  },
  {
    id: 'version-flag',
    base: 'tscli',
    find: "    console.error('usage: wordcount FILE...')",
    replace: "    console.error('usage: wordcount FILE [FILE...]')",
  },
  {
    id: 'debug-level',
    base: 'pycli',
    find: '    return len(contacts)',
    replace: '    logger.debug("wrote %d rows", len(contacts))\n    return len(contacts)',
  },
]
