/** `npm run attack` takes its time; the ordinary suite has less. */
export const isWhole = process.env['MODE'] === 'attack'
