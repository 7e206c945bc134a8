export const editorialStyle = ''
