import { inThread } from '../documents/in-thread.js';
import { TOO_LARGE } from '../loaded-page.js';
import { foundIn } from './walked.js';
/** Links that stand in the documents as they came, and that scripts, or there being scripts, have taken away. */
export const source = {
    name: 'source',
    level: 'passive',
    isCostly: true,
    summary: 'links of documents as they came, gone since',
    async find(page, walked) {
        const frames = await walked.frames();
        return (await Promise.all(frames.map(({ frame, links }) => lostLinks(page, frame, links)))).flat();
    },
};
async function lostLinks(page, frame, shown) {
    const { source } = frame;
    if (!source)
        return [];
    // Scripts may have changed the document's address since.
    const url = (frame.isMain && page.answers.at(-1)?.url) || frame.url;
    const parentUrl = frame.isMain ? undefined : frame.parentUrl;
    const links = await inThread('lost', { ...source, url, parentUrl, shown });
    if (!links)
        page.limit(TOO_LARGE);
    return (links ?? []).map((link) => foundIn(frame, link, 'source'));
}
//# sourceMappingURL=source.js.map