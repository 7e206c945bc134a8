const words =
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
  seventeen eighteen nineteen twenty`.split(/\s+/)

const numbers: ReadonlyMap<string, string> = new Map([
  ...words.map((word, value) => [word, String(value)] as const),
  ['thirty', '30'],
  ['forty', '40'],
  ['fifty', '50'],
  ['sixty', '60'],
  ['ninety', '90'],
  ['hundred', '100'],
  ['thousand', '1000'],
  ['dozen', '12'],
])

/** "three" and "3" are the same number; null for any other word. */
export const numberIn = (word: string): string | null =>
  numbers.get(word.toLowerCase()) ??
  (/^\d+(?:[.,_]\d+)*$/.test(word) ? word.replace(/[,_](?=\d{3})/g, '') : null)
