import { kebabOf } from '../../plan/kebab.ts'

/** A title as part of a file name: `Add the users' table` as `add-the-users-table`. Whole words as far as they fit. */
export function slugOf(title: string, most = 40): string {
  const words = kebabOf(title.slice(0, longest)).split('-')
  let slug = words.shift()!.slice(0, most)
  for (const word of words) {
    if (slug.length + 1 + word.length > most) break
    slug += `-${word}`
  }
  return slug === '' ? 'untitled' : slug
}

/** No more of a title than this can matter, and all of it could be a megabyte. */
const longest = 1000
