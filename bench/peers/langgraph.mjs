import { Annotation, END, START, StateGraph } from '@langchain/langgraph'

/** The four phases as nodes of a cycle; each invocation is a new thread, with `durability: "sync"`. */
export async function open({ checkpointer, setup, close }) {
  const State = Annotation.Root({
    setup: Annotation(),
    change: Annotation(),
    iteration: Annotation(),
    iterations: Annotation(),
  })
  let watch
  const node = async () => ({ change: watch.phase() })
  const graph = new StateGraph(State)
    .addNode('plan', node)
    .addNode('produce', node)
    .addNode('evaluate', node)
    .addNode('refine', async ({ iteration }) => ({
      change: watch.phase(),
      iteration: iteration + 1,
    }))
    .addEdge(START, 'plan')
    .addEdge('plan', 'produce')
    .addEdge('produce', 'evaluate')
    .addEdge('evaluate', 'refine')
    .addConditionalEdges('refine', ({ iteration, iterations }) =>
      iteration < iterations ? 'plan' : END,
    )
    .compile({ checkpointer })
  let threads = 0
  return {
    async run(iterations, stopwatch) {
      watch = stopwatch
      threads += 1
      await graph.invoke(
        { setup, iteration: 0, iterations, change: {} },
        {
          configurable: { thread_id: `thread-${process.pid}-${threads}` },
          durability: 'sync',
          recursionLimit: iterations * 4 + 10,
        },
      )
    },
    close,
  }
}
