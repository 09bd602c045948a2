import { parseUrl } from '../../url/parse.js';
import { stringsInJson } from '../addresses/data-addresses.js';
import { reportAddresses } from '../addresses/meta-addresses.js';
import { refreshTarget } from '../addresses/refresh.js';
import { withoutFragment } from '../addresses/without-fragment.js';
import { inThread } from '../documents/in-thread.js';
import { headerOf } from '../network/answer-rules.js';
import { linkHeader } from '../walk/link-header.js';
/** Addresses in the headers of the answers that led to the page, and in what redirects say. */
export const header = {
    name: 'header',
    level: 'passive',
    summary: 'headers, and redirects with bodies',
    async find(page) {
        const found = await Promise.all(page.answers.map(async (answer) => [...inHeaders(answer), ...(await inBody(answer))]));
        return found.flat().filter((link) => link.role !== 'link' || !isPage(link, page));
    },
};
const isPage = ({ url }, page) => {
    const addresses = [page.answers.at(-1)?.url, page.frames[0]?.url].filter((one) => one !== undefined);
    return url === undefined || addresses.some((one) => withoutFragment(one) === withoutFragment(url));
};
function inHeaders({ url: base, headers }) {
    const header = (name) => headerOf(headers, name);
    const lead = (raw) => (raw ? [{ raw, role: 'link' }] : []);
    const name = (raws) => raws.map((raw) => ({ raw, role: 'embedded' }));
    const found = {
        link: linkHeader(header('link')),
        location: lead(header('location')),
        'content-location': lead(header('content-location')),
        refresh: lead(refreshTarget(header('refresh'))),
        'content-security-policy': name(reportAddresses(header('content-security-policy'))),
        'content-security-policy-report-only': name(reportAddresses(header('content-security-policy-report-only'))),
        'reporting-endpoints': name(quoted(header('reporting-endpoints'))),
        'report-to': name(stringsInJson(`[${header('report-to')}]`).flatMap(({ key, text }) => (key === 'url' ? [text] : []))),
        'speculation-rules': name(quoted(header('speculation-rules'))),
        sourcemap: name([header('sourcemap')]),
    };
    return Object.entries(found).flatMap(([element, all]) => all.flatMap(({ raw, role, rel = '' }) => {
        const url = raw === '' ? undefined : parseUrl(raw, base)?.href;
        if (url === undefined || !/^https?:/.test(url))
            return [];
        const place = { element: `header:${element}`, tagPath: '', frame: '', technique: 'header' };
        return [{ raw, url, role, method: 'GET', anchor: '', context: '', rel, ...place }];
    }));
}
const quoted = (value) => [...value.matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? '');
/** The links in a redirect's body. */
async function inBody({ url, text }) {
    if (text === undefined)
        return [];
    const markup = { text, encoding: 'utf-8' };
    const reading = await inThread('document', { url, parentUrl: undefined, markup, isXml: false });
    return (reading?.walked.links ?? []).map((link) => ({ ...link, url: link.url, frame: '', technique: 'header' }));
}
//# sourceMappingURL=header.js.map