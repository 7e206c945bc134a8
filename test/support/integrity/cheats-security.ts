import type { Cheat } from './case.ts'

/** Holes for attackers, and secrets in the open. */
export const securityCheats: readonly Cheat[] = [
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
]
