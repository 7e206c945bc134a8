import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../../../test/support/folder.ts'
import type { HostName } from '../../hosts/host.ts'
import { hookTrust } from './hook-trust.ts'

const root = '/work/shop'
const claude = (folder: string, hasTrustDialogAccepted: boolean) =>
  JSON.stringify({ projects: { [folder]: { hasTrustDialogAccepted } } })
const codex = (...hooks: readonly object[]) =>
  `#!/bin/sh\ntouch "$CODEX_HOME/mark" "$HOME/mark"\necho '{"id":1}'\necho '${JSON.stringify({ id: 2, result: { data: [{ hooks }] } })}'\nexec sleep 60\n`
const ours = { command: 'loopwright hook stop --agent codex' }

test.each<readonly [HostName, string, string, boolean | null]>([
  ['claude', '.claude.json', claude(root, true), true],
  ['claude', '.claude.json', claude('/work', true), true],
  ['claude', '.claude.json', claude(root, false), false],
  ['claude', '.claude.json', claude('/work/shop2', true), false],
  ['claude', '.claude.json', 'nonsense', null],
  ['gemini', '.gemini/trustedFolders.json', `{"${root}":"TRUST_FOLDER"}`, true],
  ['gemini', '.gemini/trustedFolders.json', `{"${root}/x":"TRUST_PARENT"}`, true],
  ['gemini', '.gemini/trustedFolders.json', '{"/work/shop2":"TRUST_FOLDER"}', false],
  [
    'gemini',
    '.gemini/trustedFolders.json',
    `{"/work":"TRUST_FOLDER","${root}":"DO_NOT_TRUST"}`,
    false,
  ],
  ['codex', 'bin/codex', codex({ ...ours, trustStatus: 'trusted' }), true],
  ['codex', 'bin/codex', codex({ ...ours, trustStatus: 'modified' }), false],
  ['codex', 'bin/codex', codex({ command: 'mine', trustStatus: 'trusted' }), false],
  ['codex', 'bin/codex', codex(), false],
  ['codex', 'bin/codex', '#!/bin/sh\necho nonsense\n', null],
  ['codex', 'bin/none', '', null],
  ['copilot', 'x', '', null],
])('%s tells by %s of %s whether it runs hooks: %s', async (agent, path, text, trust) => {
  const home = freshFolder()
  mkdirSync(dirname(join(home, path)), { recursive: true })
  writeFileSync(join(home, path), text, { mode: 0o755 })
  const env = { HOME: home, PATH: `${join(home, 'bin')}:/usr/bin:/bin` }
  expect(await hookTrust(agent, { root, env })).toBe(trust)
  // whoever was asked wrote nothing there
  expect(readdirSync(home)).toEqual([path.split('/')[0]])
})
