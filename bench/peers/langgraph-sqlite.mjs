import { join } from 'node:path'
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite'
import { open as openGraph } from './langgraph.mjs'

export async function open({ folder, setup }) {
  const checkpointer = SqliteSaver.fromConnString(join(folder, 'langgraph.db'))
  return openGraph({ checkpointer, setup, close: async () => checkpointer.db.close() })
}
