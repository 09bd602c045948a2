/** Lists and objects inside each other: each takes a hundred times its byte while it is parsed. */
const DEEPEST = 1000;
/** @throws SyntaxError for what is no JSON, or is nested too deep */
export function parseJson(text) {
    let depth = 0;
    let isText = false;
    for (let at = 0; at < text.length; at++) {
        const code = text.charCodeAt(at);
        if (code === QUOTE)
            isText = !isText;
        else if (isText)
            at += code === BACKSLASH ? 1 : 0;
        else if (code === BRACKET || code === BRACE) {
            if (++depth > DEEPEST)
                throw new SyntaxError('nested too deep');
        }
        else if (code === BRACKET_END || code === BRACE_END)
            depth--;
    }
    return JSON.parse(text);
}
const [QUOTE, BACKSLASH, BRACKET, BRACKET_END, BRACE, BRACE_END] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];
//# sourceMappingURL=parse-json.js.map