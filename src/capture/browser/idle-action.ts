/**
 * Runs in a page: whether what an address or a handler in markup does is the browser's own business, such as `print()`, or
 * nothing at all. It is sent into browsers as it stands, so it uses nothing from outside.
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
