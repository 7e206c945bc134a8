/** The variable that every process of an agent carries, and by which Loopwright knows that no person is at work. */
export const insideAgent = 'LOOPWRIGHT_INSIDE_AGENT'
