import type { MarkedMedia } from '../../../model/page-markup.ts'
import type { PageRule } from '../page-rule.ts'
import { worksRule } from './about.ts'

/** So many words beside a player can say what is said in it. */
const enough = 20

/** Words that can be read beside it, or a link to them, or a track with them. */
const hasWords = ({ tracks, around }: MarkedMedia): boolean =>
  tracks.some((kind) => /^(captions|subtitles|descriptions)$/.test(kind)) ||
  /\b(transcript|transcription|transkript|captions?|untertitel|sous-titres|read (it|instead))\b/i.test(
    around,
  ) ||
  around.split(' ').length >= enough

const wordless: PageRule = worksRule(
  {
    id: 'media-without-words',
    about: 'Film and sound come with words: captions, or a text that says the same.',
    example: {
      bad: '<video src="tour.mp4" controls>',
      better: '<video src="tour.mp4" controls><track kind="captions" src="tour.vtt">',
    },
    mustPass: false,
    severity: 'warning',
  },
  ({ markup }) =>
    (markup?.media ?? [])
      // a silent film that runs on and on is decoration
      .filter((each) => each.heard && !hasWords(each))
      .map(({ selector, tag }) => ({
        message: `the ${tag} has no captions, and no text beside it says the same`,
        place: { selector },
      })),
)

export const mediaRules: readonly PageRule[] = [wordless]
