import type { PageRule } from '../page-rule.ts'
import { definePageRule, oncePerPlace, quote } from '../score/define-rule.ts'
import { normalise } from './words.ts'

/** Words that only stand in a page until someone writes the real ones. */
const placeholders: readonly RegExp[] = [
  /\blorem\b|\bipsum\b|\bdolor sit amet\b|\bconsectetur adipiscing\b/i,
  /\bwelcome to (our|my|your|the) (platform|website|web ?site|page|homepage|site|app)\b/i,
  /\b(your|insert|add|enter|put) (\w+ ){0,3}(text|headline|heading|title|content|copy|description|tagline|logo) (goes )?here\b/i,
  /\b(headline|title|text|content|description) goes here\b/i,
  /\b(sample|dummy|placeholder|filler) (text|content|copy|headline|title|heading)\b/i,
  /^(heading|headline|title|subtitle|subheading|paragraph|button|link|label|text|image|card|item|section|feature)( ?\d{1,2}| title| text)?$/i,
  /\[(your|company|name|insert|product|brand|city|date)[^\]]{0,40}\]/i,
  /\{\{[^{}]{1,80}\}\}|<%[^%]{1,80}%>|\$\{[^{}]{1,80}\}/,
  /^(TODO|TBD|FIXME|XXX)\b|_TBD_/,
  /\b(your|our) company( name)?\b.{0,20}\b(inc|llc|here)\b|^(your )?company name$/i,
  /(©|\(c\)|copyright).{0,12}\b(your|my|the) (company|brand|business|name|website)\b/i,
  /\bclick (here )?to (edit|add)\b/i,
  /\bthe quick brown fox\b|\basdf(ghjk)?\b|\bfoo ?bar\b/i,
]

/** What a script writes where it knows no word. On a page that shows code these are words of its subject. */
const valuesOfCode = /\b(undefined|NaN|\[object Object\])\b/

/** What makes a text a placeholder; null if it is none. */
export const placeholderIn = (text: string, showsCode = false): string | null =>
  [...placeholders, ...(showsCode ? [] : [valuesOfCode])]
    .map((pattern) => pattern.exec(text)?.[0])
    .find((hit) => hit !== undefined) ?? null

const code = /^(code|pre|kbd|samp)$/

export const placeholderText: PageRule = definePageRule(
  {
    id: 'copy/placeholder',
    dimension: 'Completeness',
    about: 'No text waits to be replaced: no lorem ipsum, no “Your headline here”.',
    example: { bad: 'Welcome to our platform', better: 'Your bread is still warm at seven' },
  },
  ({ views, opened }, { copy }) => {
    const agreed = new Set((copy ?? []).map(({ text }) => normalise(text)))
    return oncePerPlace(
      [...views, ...opened].flatMap(({ blocks, texts }) => {
        const showsCode = texts.some(({ selector }) => /(?:^|[ >])(?:code|pre)\b/.test(selector))
        return blocks.flatMap(({ text, selector, box, tag }) => {
          const hit = placeholderIn(text, showsCode)
          if (hit === null || agreed.has(normalise(text)) || code.test(tag)) return []
          return [
            {
              message: `${quote(text)} is still a placeholder (${quote(hit)}).`,
              place: { selector, box },
            },
          ]
        })
      }),
    )
  },
)

export const placeholderInSource: PageRule = definePageRule(
  {
    id: 'copy/placeholder-in-source',
    dimension: 'Completeness',
    about: 'Without a browser, placeholders are looked for in the source of the page.',
    example: { bad: '<p>Lorem ipsum</p>', better: '<p>Four breads, every day</p>' },
    needs: ['static'],
    fallback: true,
  },
  (facts, { copy }) => {
    if (facts.views.length > 0) return []
    const agreed = new Set((copy ?? []).map(({ text }) => normalise(text)))
    const page = facts.static?.pages.find(({ file }) => file === facts.page)
    return (page?.texts ?? []).flatMap(({ text, file, line, tag }) =>
      placeholderIn(text) === null || agreed.has(normalise(text)) || code.test(tag)
        ? []
        : [{ message: `${quote(text)} is still a placeholder.`, place: { file, line } }],
    )
  },
)
