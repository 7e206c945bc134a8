export const calmStyle = ''
