import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres'
import { open as openGraph } from './langgraph.mjs'

export async function open({ url, setup }) {
  const checkpointer = PostgresSaver.fromConnString(url)
  await checkpointer.setup()
  return openGraph({ checkpointer, setup, close: () => checkpointer.end() })
}
