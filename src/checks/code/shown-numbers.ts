/** Words that make a number a bound: then the numbers beside it show it as well. */
export const bounds =
  /\b(?:under|over|below|above|most|least|than|outside|between|within|until|up to|from|beyond|exceeds?|maximum|minimum|limit)\b|\d\s*(?:-|–|\.\.)\s*\d/i

/** Whether numbers show one that a sentence tells: itself, beside a bound, or as the difference of two. */
export function isShown(number: number, text: string, numbers: ReadonlySet<number>): boolean {
  if (numbers.has(number)) return true
  if (bounds.test(text) && (numbers.has(number + 1) || numbers.has(number - 1))) return true
  const many = [...numbers].filter((each) => each !== 0)
  // whole numbers are rounded
  const near = (one: number, other: number) =>
    Math.abs(one - other) < (Math.abs(one) > 20 ? 0.51 : 0.01)
  if (new RegExp(`\\b${number}\\s*(?:%|percent)`).test(text))
    return many.some((one) =>
      many.some(
        (other) =>
          one !== other &&
          [one * (1 - number / 100), one * (1 + number / 100), (one * number) / 100].some((each) =>
            near(each, other),
          ),
      ),
    )
  return (
    /\b(?:more|less|extra|additional|plus|cheaper|dearer|lower|higher|off|surcharge|discount|ahead|behind|apart|difference|margin)\b/i.test(
      text,
    ) && many.some((one) => many.some((other) => Math.abs(one - other) === number))
  )
}
