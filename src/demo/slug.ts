/** Converts text to a part of a path: lower case, words joined by hyphens. */
export function slug(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}
