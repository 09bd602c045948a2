import iconv from 'iconv-lite';
/**
 * Read by iconv-lite: Node's own tables lack the windows-1252 punctuation (€ “ – …), 8,824 Korean syllables and 5,092
 * characters of Hong Kong (compared with Chromium, Node 20).
 */
const IN_ICONV = new Set(['windows-1252', 'big5', 'euc-jp', 'euc-kr', 'shift_jis', 'iso-8859-16']);
const REPLACED = {
    // A superset, and the same decoder by the standard; Node's own differs.
    gbk: 'gb18030',
    'x-user-defined': 'windows-1252',
};
/** The name of the encoding that browsers mean by a label, in lower case; undefined if they know none. */
export function encodingNamed(label) {
    const name = label?.trim().toLowerCase() ?? '';
    if (name === 'iso-8859-16' || name === 'x-user-defined')
        return REPLACED[name] ?? name;
    try {
        const { encoding } = new TextDecoder(name);
        return REPLACED[encoding] ?? encoding;
    }
    catch {
        return undefined;
    }
}
/** The text; what is no character in the encoding becomes U+FFFD. @param encoding a name of `encodingNamed` */
export function decodeAs(bytes, encoding) {
    return IN_ICONV.has(encoding) ? iconv.decode(bytes, encoding) : new TextDecoder(encoding).decode(bytes);
}
//# sourceMappingURL=decoders.js.map