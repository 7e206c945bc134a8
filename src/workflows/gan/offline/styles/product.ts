export const productStyle = ''
