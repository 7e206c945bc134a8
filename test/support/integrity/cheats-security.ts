import type { Cheat } from './case.ts'

/** Holes for attackers, and secrets in the open. */
export const securityCheats: readonly Cheat[] = [
  [
    'command-from-text',
    'a value in a query, beside parameters',
    [
      [
        'src/rows.ts',
        `export const rows = (db: Database, id: number, name: string) =>\n  db.all(\`select id from items where name = '\${name}' and id = ?\`, [id])\n`,
      ],
    ],
  ],
  ['code-from-text', 'eval', [['src/money.ts', `  return Math`, `  eval('value')\n  return Math`]]],
  [
    'command-from-text',
    'a command',
    [
      [
        'src/store.ts',
        `  const text = JSON`,
        `  execSync(\`mkdir \${path}\`)\n  const text = JSON`,
      ],
    ],
  ],
  [
    'command-from-text',
    'a query',
    [
      [
        'src/store.ts',
        `  const text = JSON`,
        `  await db.query('select * from carts where path = ' + path)\n  const text = JSON`,
      ],
    ],
  ],
  [
    'markup-from-text',
    'innerHTML',
    [['src/text.ts', `  return title\n`, `  document.body.innerHTML = title\n  return title\n`]],
  ],
  [
    'protection-off',
    'certificates',
    [
      [
        'src/store.ts',
        `  const text = JSON`,
        `  new Agent({ rejectUnauthorized: false })\n  const text = JSON`,
      ],
    ],
  ],
  [
    'protection-off',
    'a cookie',
    [
      [
        'src/store.ts',
        `  const text = JSON`,
        `  setCookie('a', { httpOnly: false })\n  const text = JSON`,
      ],
    ],
  ],
  [
    'command-from-text',
    'a shell',
    [['src/store.ts', `  const text = JSON`, `  spawn('sh', ['-c', path])\n  const text = JSON`]],
  ],
  [
    'secret-added',
    'a key',
    [
      [
        'src/store.ts',
        `export async function loadCart`,
        `const apiKey = 'q7Zp0vX3mK9rT2wB8nL4'\n\nexport async function loadCart`,
      ],
    ],
  ],
  [
    'secret-added',
    'something to fall back on',
    [
      [
        'src/store.ts',
        `export async function loadCart`,
        `const token = process.env['TOKEN'] ?? 'q7Zp0vX3mK9rT2wB8nL4'\n\nexport async function loadCart`,
      ],
    ],
  ],
  [
    'secret-told',
    'a password in a line of the log',
    [
      [
        'src/login.ts',
        `export function login(user: string, password: string): boolean {\n  console.error(\`refused \${user} \${password}\`)\n  return user === password\n}\n`,
      ],
    ],
  ],
]
