/**
 * Runs in a page: the script of a `javascript:` address, as an address whose value replaces no document; markup that it
 * has for a value is written as `document.write` writes. Undefined for other addresses. Uses nothing from outside.
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
