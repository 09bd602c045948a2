import { attribute, byId } from '../dom.ts';
import { isRouted } from '../page-links.ts';

/** Tells whether an address is a script: leading blanks are ignored, as are tabs and line ends (URL standard, 4.4). */
export function isScriptAddress(address: string): boolean {
  return /^\s*javascript:/i.test(address.replace(/[\t\n\r]/g, ''));
}

/** Tells whether code only calls browser functions, such as `print()`, or does nothing. */
export function isIdleAction(code: string): boolean {
  const of = String.raw`(?:(?:window|self|top|parent|this)\.)*`;
  const calls = String.raw`(?:print|close|stop|blur|focus|select)\(\)|history\.(?:back\(\)|forward\(\)|go\(-?\d*\))`;
  const idle = new RegExp(String.raw`^(?:return)?(?:void\(?\d\)?|true|false|${of}(?:${calls}))?$`, 'i');
  const parts = code
    .slice(0, 200)
    .replace(/\s+/g, '')
    .replace(/^javascript:/i, '')
    .split(';');
  return code.length <= 200 && parts.every((part) => idle.test(part));
}

/**
 * Converts a `javascript:` address so that its value does not replace the document; markup as a value is written with
 * `document.write`. Undefined for other addresses.
 */
export function scriptOfAddress(address: string): string | undefined {
  const [, code] = /^\s*javascript:(.*)$/is.exec(address.replace(/[\t\n\r]/g, '')) ?? [];
  if (code === undefined) return undefined;
  let plain = code;
  try {
    plain = decodeURIComponent(code);
  } catch {
    // A percent sign may be literal.
  }
  // If a policy forbids evaluation, the script is inserted unchanged.
  const script = `{
    let mayEvaluate = true;
    try { (0, eval)(''); } catch { mayEvaluate = false; }
    if (mayEvaluate) {
      const value = (0, eval)(${JSON.stringify(plain)});
      if (typeof value === 'string' && /<\\w/.test(value)) document.write(value);
    } else {
      ${plain}
    }
  }
  void 0`;
  return `javascript:${encodeURIComponent(script)}`;
}

/** Links that open something in the page, by ARIA or common libraries, and links to pictures, often overlays. */
const OPENS = [
  '[aria-haspopup], [aria-expanded], [aria-controls], [data-toggle], [data-bs-toggle], [role=button]',
  '[data-turbo-frame]:not([data-turbo-frame=_top]), [data-turbo-stream], [data-remote], [data-dialog-type], [up-layer]',
  '[data-fancybox], [data-lightbox], [data-pswp-width], [rel*=lightbox i], [rel*=modal i]',
  ...['avif', 'gif', 'jpeg', 'jpg', 'png', 'svg', 'webp'].map((type) => `[href$=".${type}" i]`),
  ...['ajax', 'colorbox', 'fancybox', 'lightbox', 'modal', 'popup'].map((name) => `[class*=${name} i]`),
].join();
/** Elements that mark links inside as opening something. */
const FRAMED = '[role=tab], turbo-frame:not([target=_top])';
/** Returns the fragment of a link's address, if that is otherwise the page's address. */
export const placeHere = (link: Element) => {
  const [page = '', place] = String(Reflect.get(link, 'href')).split('#');
  return page === document.URL.replace(/#.*/s, '') ? place : undefined;
};
/** Tells whether a link leads to a place in this page, rather than a route (a separate page); see `hasRoute`. */
export const isPlace = (link: Element) => {
  const place = placeHere(link);
  if (place === undefined || /^[/!]/.test(place)) return false;
  return !isRouted() || place === '' || byId(place) !== null;
};

/** Returns the address of the link that an element is or is in; undefined for one that opens something. */
export const hrefOf = (element: Element) => {
  const link = element.closest('a[href], area[href]');
  const written = link && attribute(link, 'href');
  if (!link || !written?.trim() || isScriptAddress(written) || isPlace(link)) return undefined;
  return link.matches(OPENS) || link.closest(FRAMED) ? undefined : String(Reflect.get(link, 'href'));
};
