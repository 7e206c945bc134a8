import type { SmallTrack } from '../track.ts'

/** React, zustand, Vite and Testing Library: a list with changes that are shown at once. */
export const todos: SmallTrack = {
  product: `# Tidy

A list for two people.

## Features

- **Lists**: up to 5 lists in the free version
- **Entries**: up to 100 entries in a list
`,
  spec: `# Delete entries

As a user I delete entries of my list, and see at once that they are gone.

## Acceptance criteria

- Deleting an entry removes it from the list at once
- If the request fails, the entry comes back and an error is shown
- An empty list says "Nothing to do"

## Journey

1. The user opens the list
2. The user clicks "Delete" beside an entry
3. The entry disappears

## Technical notes

State lives in the zustand store; requests go through \`src/api.ts\`.
`,
  before: {
    'package.json':
      '{ "name": "tidy", "type": "module", "scripts": { "build": "tsc -b && vite build", "test": "vitest run", "lint": "eslint ." }, "dependencies": { "react": "^19.0.0", "react-dom": "^19.0.0", "zustand": "^5.0.0" }, "devDependencies": { "vite": "^7.0.0", "vitest": "^3.0.0", "typescript": "^5.9.0", "@testing-library/react": "^16.0.0" } }\n',
    'tsconfig.json': '{ "compilerOptions": { "strict": true, "jsx": "react-jsx" } }\n',
    'index.html':
      '<!doctype html><html lang="en"><body><div id="root"></div><script type="module" src="/src/main.tsx"></script></body></html>\n',
    'src/main.tsx':
      "import { StrictMode } from 'react'\nimport { createRoot } from 'react-dom/client'\nimport { App } from './App'\n\ncreateRoot(document.getElementById('root')!).render(<StrictMode><App /></StrictMode>)\n",
    'src/App.tsx':
      "import { EntryList } from './components/EntryList'\n\nexport function App() {\n  return (\n    <main>\n      <h1>Tidy</h1>\n      <EntryList />\n    </main>\n  )\n}\n",
    'src/components/EntryList.tsx':
      "import { useEffect } from 'react'\nimport { useEntries } from '../store'\n\nexport function EntryList() {\n  const { entries, load } = useEntries()\n  useEffect(() => {\n    void load()\n  }, [load])\n  return (\n    <ul>\n      {entries.map((entry) => (\n        <li key={entry.id}>{entry.text}</li>\n      ))}\n    </ul>\n  )\n}\n",
    'src/types.ts': 'export interface Entry {\n  id: string\n  text: string\n}\n',
    'src/api.ts':
      "import type { Entry } from './types'\n\nasync function request(path: string, init?: RequestInit): Promise<Response> {\n  const response = await fetch(path, init)\n  if (!response.ok) throw new Error(`the server answered ${response.status}`)\n  return response\n}\n\nexport async function getEntries(): Promise<Entry[]> {\n  return (await request('/api/entries')).json()\n}\n",
    'src/store.ts':
      "import { create } from 'zustand'\nimport { getEntries } from './api'\nimport type { Entry } from './types'\n\ninterface EntriesState {\n  entries: Entry[]\n  error: string | null\n  load: () => Promise<void>\n}\n\nexport const useEntries = create<EntriesState>((set) => ({\n  entries: [],\n  error: null,\n  load: async () => {\n    try {\n      set({ entries: await getEntries(), error: null })\n    } catch {\n      set({ error: 'The entries could not be loaded. Try again later.' })\n    }\n  },\n}))\n",
  },
  wrote: {
    'src/api.ts':
      "import type { Entry } from './types'\n\nasync function request(path: string, init?: RequestInit): Promise<Response> {\n  const response = await fetch(path, init)\n  if (!response.ok) throw new Error(`the server answered ${response.status}`)\n  return response\n}\n\nexport async function getEntries(): Promise<Entry[]> {\n  return (await request('/api/entries')).json()\n}\n\nexport async function deleteEntry(id: string): Promise<void> {\n  await request(`/api/entries/${id}`, { method: 'DELETE' })\n}\n",
    'src/store.ts': `import { create } from 'zustand'
import { deleteEntry, getEntries } from './api'
import type { Entry } from './types'

interface EntriesState {
  entries: Entry[]
  error: string | null
  load: () => Promise<void>
  remove: (id: string) => Promise<void>
}

export const useEntries = create<EntriesState>((set, get) => ({
  entries: [],
  error: null,
  load: async () => {
    try {
      set({ entries: await getEntries(), error: null })
    } catch {
      set({ error: 'The entries could not be loaded. Try again later.' })
    }
  },
  remove: async (id) => {
    const previous = get().entries
    set((state) => ({ entries: state.entries.filter((entry) => entry.id !== id), error: null }))
    try {
      await deleteEntry(id)
    } catch {
      set({ entries: previous, error: 'The entry could not be deleted. Try again.' })
    }
  },
}))
`,
    'src/components/EntryList.tsx': `import { useEffect } from 'react'
import { useEntries } from '../store'
import { EntryRow } from './EntryRow'

export function EntryList() {
  const { entries, error, load, remove } = useEntries()
  useEffect(() => {
    void load()
  }, [load])
  return (
    <>
      {error && <p role="alert">{error}</p>}
      {entries.length === 0 ? (
        <p>Nothing to do</p>
      ) : (
        <ul>
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} onDelete={remove} />
          ))}
        </ul>
      )}
    </>
  )
}
`,
    'src/components/EntryRow.tsx': `import type { Entry } from '../types'

interface EntryRowProps {
  entry: Entry
  onDelete: (id: string) => Promise<void>
}

export function EntryRow({ entry, onDelete }: EntryRowProps) {
  return (
    <li>
      {entry.text}
      <button type="button" onClick={() => onDelete(entry.id)}>
        Delete
      </button>
    </li>
  )
}
`,
    'src/components/EntryList.test.tsx': `import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { useEntries } from '../store'
import { EntryList } from './EntryList'

beforeEach(() => {
  useEntries.setState({ entries: [{ id: '1', text: 'Milk' }], error: null, load: async () => {} })
})

test('deleting an entry removes it from the list at once', async () => {
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response(null, { status: 204 })))
  render(<EntryList />)
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(screen.queryByText('Milk')).toBeNull()
  expect(fetch).toHaveBeenCalledWith('/api/entries/1', { method: 'DELETE' })
})

test('the entry comes back and an error is shown if the request fails', async () => {
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response(null, { status: 500 })))
  render(<EntryList />)
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch('could not be deleted'))
  expect(screen.getByText('Milk')).toBeDefined()
})

test('an empty list says "Nothing to do"', () => {
  useEntries.setState({ entries: [] })
  render(<EntryList />)
  expect(screen.getByText('Nothing to do')).toBeDefined()
})
`,
  },
}
