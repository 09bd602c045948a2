/** The type of a body whose header declares none, by its first bytes, as browsers see it. */
export function sniffedType(body) {
    const first = body.subarray(0, 1445);
    const head = Buffer.from(first).toString('latin1');
    const signed = signatures.find(([signature]) => head.startsWith(signature));
    if (signed)
        return signed[1];
    if (HTML.test(head))
        return 'text/html';
    if (/^\s*<\?xml/.test(head))
        return 'text/xml';
    return first.some(isBinary) ? 'application/octet-stream' : 'text/plain';
}
const signatures = [
    ['%PDF-', 'application/pdf'],
    ['\x89PNG\r\n', 'image/png'],
    ['GIF87a', 'image/gif'],
    ['GIF89a', 'image/gif'],
    ['\xff\xd8\xff', 'image/jpeg'],
    ['PK\x03\x04', 'application/zip'],
    ['\x1f\x8b', 'application/gzip'],
    ['\xef\xbb\xbf', 'text/plain'],
    ['\xfe\xff', 'text/plain'],
    ['\xff\xfe', 'text/plain'],
];
const HTML = /^\s*<(!--|(!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>])/i;
/** Bytes that no text has. */
const isBinary = (byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d && byte !== 0x1b;
//# sourceMappingURL=sniff-type.js.map