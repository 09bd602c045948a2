import { attribute, byId } from '../dom.ts';
import { isRouted } from '../page-links.ts';

/**
 * Whether an address is a script, as browsers read it: blanks before it and tabs and ends of lines in it are
 * left out (URL standard, 4.4).
 */
export function isScriptAddress(address: string): boolean {
  return /^\s*javascript:/i.test(address.replace(/[\t\n\r]/g, ''));
}

/**
 * Whether what an address or a handler in markup does is the browser's own business, such as `print()`, or
 * nothing at all.
 */
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
 * The script of a `javascript:` address, as an address whose value replaces no document; markup that it
 * has for a value is written as `document.write` writes. Undefined for other addresses.
 */
export function scriptOfAddress(address: string): string | undefined {
  const [, code] = /^\s*javascript:(.*)$/is.exec(address.replace(/[\t\n\r]/g, '')) ?? [];
  if (code === undefined) return undefined;
  let plain = code;
  try {
    plain = decodeURIComponent(code);
  } catch {
    // A percent sign may stand for itself.
  }
  // Where a policy forbids to evaluate, the script stands as it is.
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

/** Links that say that they open something in the page, by themselves or as the libraries that they are made for ask it; and those to pictures, which many a page shows above itself. */
const OPENS = [
  '[aria-haspopup], [aria-expanded], [aria-controls], [data-toggle], [data-bs-toggle], [role=button]',
  '[data-turbo-frame]:not([data-turbo-frame=_top]), [data-turbo-stream], [data-remote], [data-dialog-type], [up-layer]',
  '[data-fancybox], [data-lightbox], [data-pswp-width], [rel*=lightbox i], [rel*=modal i]',
  ...['avif', 'gif', 'jpeg', 'jpg', 'png', 'svg', 'webp'].map((type) => `[href$=".${type}" i]`),
  ...['ajax', 'colorbox', 'fancybox', 'lightbox', 'modal', 'popup'].map((name) => `[class*=${name} i]`),
].join();
/** What says so for the links in it. */
const FRAMED = '[role=tab], turbo-frame:not([target=_top])';
/** Whether a link leads to a place in this page, and not to a route, which is a page of its own; see `hasRoute`. */
export const isPlace = (link: Element) => {
  const [page = '', place] = String(Reflect.get(link, 'href')).split('#');
  if (place === undefined || /^[/!]/.test(place) || page !== document.URL.replace(/#.*/s, '')) return false;
  return !isRouted() || place === '' || byId(place) !== null;
};

/** Where a link leads that an element is, or is in; undefined for one that opens something. */
export const hrefOf = (element: Element) => {
  const link = element.closest('a[href], area[href]');
  const written = link && attribute(link, 'href');
  if (!link || !written?.trim() || isScriptAddress(written) || isPlace(link)) return undefined;
  return link.matches(OPENS) || link.closest(FRAMED) ? undefined : String(Reflect.get(link, 'href'));
};
