import type { FieldFact } from '../../../model/page-structure.ts'

const purposes: readonly { readonly words: RegExp; readonly token: string }[] = [
  { words: /^(your |my )?(e ?mail)( address)?$|^mail$|^email/, token: 'email' },
  {
    words: /^(your |mobile |home |daytime )?(phone|telephone|mobile|cell)( number| phone)?$|^tel$/,
    token: 'tel',
  },
  { words: /^(your )?(first|given|fore) ?name$|^vorname$|^prénom$/, token: 'given-name' },
  {
    words: /^(your )?(last|family|sur) ?name$|^(nach|familien)name$|^nom de famille$|^apellidos?$/,
    token: 'family-name',
  },
  {
    words:
      /^((your|ihr|dein) )?(full |voller )?name$|^(votre )?nom( complet)?$|^(su |tu )?nombre( completo)?$/,
    token: 'name',
  },
  { words: /^(street|street address|address line 1|address)$/, token: 'street-address' },
  {
    words:
      /^(postal code|postcode|post code|zip|zip code|plz|postleitzahl|code postal|código postal)$/,
    token: 'postal-code',
  },
  { words: /^(city|town|town or city)$/, token: 'address-level2' },
  { words: /^country$/, token: 'country-name' },
  { words: /^(company|organisation|organization)( name)?$/, token: 'organization' },
  { words: /^(date of birth|birthday|birth date)$/, token: 'bday' },
  { words: /^(card number|credit card number)$/, token: 'cc-number' },
]

const asked = new Set(['text', 'email', 'tel', 'url', 'number', 'search', 'date', 'select-one'])

/** Says what a field asks of its reader, if it is one of the things WCAG lists. */
export function personalData(field: FieldFact): string | null {
  if (!asked.has(field.type)) return null
  if (field.type === 'email') return 'email'
  if (field.type === 'tel') return 'tel'
  if (field.type === 'search') return null
  const label = bareLabel(field.label?.text ?? field.accessibleName)
  return purposes.find(({ words }) => words.test(label))?.token ?? null
}

/** A label without stars, brackets and “required”. */
const bareLabel = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\([^)]*\)|\*|required|optional/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
