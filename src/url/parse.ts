/**
 * The address that a text names; undefined if it names none. Not by `URL.canParse`: once that runs hot, Node 20 refuses
 * host names with Latin letters beyond ASCII.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
