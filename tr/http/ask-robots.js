import { retryAfter } from '../network/answer-rules.js';
import { askFile } from './ask-file.js';
/**
 * Asks for a robots.txt file, and reads no more than so many bytes of it; a line that was cut off is left out.
 *
 * @throws RetryVisit or GiveUpVisit if a server does not answer, RefusedVisit if one may not be asked
 */
export async function askRobots(url, mostBytes, request) {
    const { answer, askedAt } = await askFile(url, mostBytes, 'text/plain,*/*;q=0.8', request);
    const whole = answer.isCutOff ? wholeLines(answer.body) : answer.body;
    return {
        status: answer.status,
        text: decodeOctets(whole),
        askedAt,
        retryAfter: retryAfter(answer.headers, request.now()),
    };
}
const LINE_ENDS = [0x0a, 0x0d];
const wholeLines = (bytes) => bytes.subarray(0, Math.max(...LINE_ENDS.map((end) => bytes.lastIndexOf(end))) + 1);
/** A character of more than one octet in UTF-8 (RFC 3629, §4), or an octet that is of none. */
const OCTETS = /([\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})|[\x80-\xff]/g;
/** The file's text; octets that are no UTF-8 are percent-encoded, as addresses of old encodings hold them. */
function decodeOctets(bytes) {
    const octets = Buffer.from(bytes).toString('latin1');
    const escaped = octets.replace(OCTETS, (octet, character) => character === undefined ? `%${octet.charCodeAt(0).toString(16).toUpperCase()}` : octet);
    return Buffer.from(escaped, 'latin1').toString('utf8');
}
//# sourceMappingURL=ask-robots.js.map