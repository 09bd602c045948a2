import { inThread } from '../documents/in-thread.js';
import { TOO_LARGE } from '../loaded-page.js';
/** Documents of one page that are read. */
const MOST_DOCUMENTS = 100;
const HOLDS_DOCUMENT = /^data:(?:text\/html|application\/xhtml\+xml|image\/svg\+xml)[;,]/i;
/** Links in documents that addresses of links hold themselves; those that frames show are among the page's frames. */
export const dataDocuments = {
    name: 'data',
    level: 'passive',
    summary: 'links in documents within addresses',
    async find(page, walked) {
        const shown = new Set(page.frames.map(({ url }) => url));
        const links = (await walked.frames()).flatMap(({ links }) => links);
        const urls = new Set(links.flatMap(({ role, url = '' }) => (role === 'link' && HOLDS_DOCUMENT.test(url) ? [url] : [])));
        const unread = [...urls].filter((url) => !shown.has(url)).slice(0, MOST_DOCUMENTS);
        return (await Promise.all(unread.map((url) => linksIn(url, page)))).flat();
    },
};
/** Only absolute addresses lead anywhere from there. */
async function linksIn(url, page) {
    const answer = await fetch(url).catch(() => undefined);
    if (!answer)
        return [];
    const contentType = answer.headers.get('content-type') ?? '';
    const markup = { bytes: new Uint8Array(await answer.arrayBuffer()), contentType };
    const reading = await inThread('document', {
        url,
        parentUrl: '',
        markup,
        isXml: !contentType.startsWith('text/html'),
    });
    if (!reading)
        page.limit(TOO_LARGE);
    const links = reading?.walked.links ?? [];
    return links
        .filter((link) => /^https?:/.test(link.url ?? ''))
        .map((link) => ({ ...link, url: link.url, frame: '', technique: 'data' }));
}
//# sourceMappingURL=data-documents.js.map