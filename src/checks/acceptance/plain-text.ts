// oxlint-disable-next-line no-control-regex -- colours begin with the escape sign
const colours = /\u001b\[[\d;?]*[A-Za-z]/g

export const withoutColours = (text: string): string => text.replace(colours, '')
