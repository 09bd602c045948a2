import { jsonAddresses, scriptAddresses } from '../addresses/guessed-addresses.js';
import { styleAddresses } from '../addresses/style-addresses.js';
import { fileLinks } from '../files/file-links.js';
import { guessesIn } from './guesses.js';
import { lostLinks } from './lost-links.js';
import { MOST_PARTS } from './parse-markup.js';
import { readDocument } from './read-document.js';
/** Small as it is, it has more parts than are parsed at once. */
export class TooManyParts extends Error {
}
export const readers = {
    document: {
        size: ({ markup }) => ('text' in markup ? markup.text : markup.bytes).length,
        read(source, mostParts = MOST_PARTS) {
            const asked = source.mostParts ?? MOST_PARTS;
            const reading = readDocument({ ...source, mostParts: Math.min(asked, mostParts) });
            if (reading.isTooLarge && mostParts < asked)
                throw new TooManyParts();
            return reading;
        },
    },
    lost: { size: ({ bytes }) => bytes.length, read: lostLinks },
    file: { size: ({ bytes }) => bytes.length, read: fileLinks },
    guesses: { size: ({ texts }) => texts.reduce((sum, text) => sum + text.length, 0), read: guessesIn },
    script: { size: (text) => text.length, read: scriptAddresses },
    json: { size: (text) => text.length, read: jsonAddresses },
    style: { size: (text) => text.length, read: (text) => [...new Set(styleAddresses(text))] },
};
//# sourceMappingURL=readers.js.map