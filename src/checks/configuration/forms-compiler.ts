import type { Form } from '../../obligations/examine.ts'
import type { FileKind } from './configuration.ts'
import { all, code, each, scalarOf } from './forms.ts'

export const tsKeys =
  'target|moduleResolution|module|lib|jsx|outDir|rootDir|baseUrl|declarationDir|declarationMap|noEmit|noUncheckedIndexedAccess|noImplicitAny|strictNullChecks|esModuleInterop|skipLibCheck|isolatedModules|verbatimModuleSyntax|resolveJsonModule|incremental|composite|allowJs|checkJs|noUnusedLocals|noUnusedParameters|noImplicitReturns|noFallthroughCasesInSwitch|exactOptionalPropertyTypes|forceConsistentCasingInFileNames|removeComments|importHelpers|sourceMap|declaration'
const tsValue = `${code}|ES\\d+|ESNext|es\\d+|esnext|Node(?:Next|\\d+)|node(?:next|\\d+)?|CommonJS|commonjs|[Bb]undler|react-jsx|preserve|true|false|on|off|enabled|disabled|\\.{0,2}/?[a-z][\\w./-]*`
const wordKeys =
  /^(?:target|module|moduleResolution|lib|jsx|outDir|rootDir|baseUrl|declarationDir)$/
const notValue = '(?!(?:and|or|with|is|to|for|in|must|so|of|set)\\b)'

/** "target ES2022", "noEmit to true", "lib: ES2023 and DOM". */
export const compilerKeys =
  (kind: FileKind | null): Form =>
  (sentence) => {
    if (kind !== 'tsconfig') return []
    const library = '(?:ES\\d+|ESNext|DOM(?:\\.\\w+)?|WebWorker)'
    return [
      ...each(
        sentence,
        new RegExp(`\`?\\blib\`?(?: is| to|:| =)? ((?:${library}(?:, and |, | and )?)+)`, 'g'),
        { group: 1, item: new RegExp(library, 'g'), whole: true },
        (value) => ({ type: 'value', name: 'lib', value }),
      ),
      ...all(
        sentence,
        new RegExp(
          `\`?(?<![\\w-])(${tsKeys})\`?(?:(?: is| to| of| set to|:| =|=)? ?${notValue}(?<v>${tsValue})(?![\\w/]))?(?![\\w-])`,
          'g',
        ),
        ({ 1: name = '', groups }) => {
          const value = groups?.['v']
          // an option that is a switch is asked to be on
          if (value === undefined)
            return wordKeys.test(name)
              ? { type: 'name', name, role: 'key' }
              : { type: 'value', name, value: true }
          const word = /^(?:on|enabled)$/.test(value)
            ? 'true'
            : /^(?:off|disabled)$/.test(value)
              ? 'false'
              : value
          return { type: 'value', name, value: scalarOf(word) }
        },
      ),
    ]
  }
