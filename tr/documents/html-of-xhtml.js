const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;
const escaped = (data) => data.replace(/&/g, '&amp;').replace(/</g, '&lt;');
/**
 * XHTML as HTML: elements that end where they begin get an end, character data become text. One pass: what is no whole tag
 * is not looked at again.
 */
export const htmlOfXhtml = (text) => withEnds(text
    .split('<![CDATA[')
    .map((part, index) => (index === 0 ? part : withoutCdata(part)))
    .join(''));
function withoutCdata(part) {
    const end = part.indexOf(']]>');
    return end < 0 ? part : escaped(part.slice(0, end)) + part.slice(end + 3);
}
function withEnds(text) {
    const tag = /<([a-z][\w:.-]*)/gi;
    const attribute = /\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*')/y;
    const end = /\s*\/>/y;
    const pieces = [];
    let copied = 0;
    for (let match = tag.exec(text); match; match = tag.exec(text)) {
        const [, name = ''] = match;
        let at = tag.lastIndex;
        for (attribute.lastIndex = at; attribute.test(text);)
            at = attribute.lastIndex;
        end.lastIndex = at;
        if (end.test(text)) {
            const behind = end.lastIndex;
            if (!VOID.test(name)) {
                pieces.push(text.slice(copied, at), `></${name}>`);
                copied = behind;
            }
            at = behind;
        }
        tag.lastIndex = at;
    }
    pieces.push(text.slice(copied));
    return pieces.join('');
}
//# sourceMappingURL=html-of-xhtml.js.map