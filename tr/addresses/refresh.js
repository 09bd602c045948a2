/** The address in a `Refresh` header or a `meta http-equiv=refresh`, whatever its delay; undefined where it names none. */
export function refreshTarget(content) {
    const [, double, single, bare] = /^\s*(?:\d+(?:\.\d*)?|\.\d+)[\s;,]+(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|([^"'].*))/is.exec(content) ?? [];
    const address = (double ?? single ?? bare)?.trim();
    return address === '' ? undefined : address;
}
//# sourceMappingURL=refresh.js.map