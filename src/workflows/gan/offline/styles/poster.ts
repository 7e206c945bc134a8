export const posterStyle = ''
