import { join } from 'node:path'
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite'
import { open as openGraph } from './langgraph.mjs'

/** The saver with the pragma it does not set itself, so that each step is really on the disk. */
export async function open({ folder, setup }) {
  const checkpointer = SqliteSaver.fromConnString(join(folder, 'langgraph-full.db'))
  checkpointer.setup()
  checkpointer.db.pragma('synchronous = FULL')
  return openGraph({ checkpointer, setup, close: async () => checkpointer.db.close() })
}
