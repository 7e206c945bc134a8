import type { Screenshot } from '../../model/page-facts.ts'
import type { Workspace } from '../../ports/workspace.ts'
import type { Payload } from './events.ts'

/** Keeps pictures of a page by the hash of their text. */
export const keptScreens = (
  { blobs }: Pick<Workspace, 'blobs'>,
  screens: readonly Screenshot[],
): Promise<NonNullable<Payload<'scored'>['screens']>> =>
  Promise.all(
    screens.map(async ({ width, height, png }) => ({
      width,
      height,
      picture: await blobs.put(Buffer.from(png).toString('base64')),
    })),
  )
