import type { AgentRequest } from '../../model/agent.ts'

const nobodyAnswers = 'Nobody answers questions: decide yourself, and say what you decided.'

/** What a command line with tools must know beside the prompt: what of it is the answer. */
export function promptOf({ prompt, workspace, output_schema: schema }: AgentRequest): string {
  if (workspace !== null)
    return `${prompt}

You are started in the workspace, ${workspace}. Edit the files there with your tools: what you changed is your
answer, and your last message is kept as a note. Change nothing outside of it and do not commit. ${nobodyAnswers}`
  const ending =
    schema === null
      ? 'Your last message is the answer, to the letter: no greeting, no remark, no fence around it.'
      : `Your last message must be one JSON object and nothing else. Its schema:\n${JSON.stringify(schema)}`
  return `${prompt}\n\nYou may look at files and change none. ${nobodyAnswers}\n${ending}`
}
