/** What can be converted. */
export const units = ['temperature', 'length']
