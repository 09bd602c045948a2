/**
 * Reads the links of a PDF document, and the text of its first pages, and tells them page by page. It is sent into a thread
 * as it stands, so it uses nothing from outside.
 */
export async function readPdf({ getDocument }, data, { mostPages, mostTextPages }, tell) {
    const document = await getDocument({ data, verbosity: 0, isEvalSupported: false, useSystemFonts: false }).promise;
    const outline = [...((await document.getOutline().catch(() => null)) ?? [])];
    const links = [];
    for (let item = outline.shift(); item; item = outline.shift()) {
        if (item.unsafeUrl)
            links.push({ raw: item.unsafeUrl, anchor: item.title, element: 'outline' });
        outline.unshift(...item.items);
    }
    tell(links, document.numPages > mostPages ? ['too many pages'] : []);
    for (let number = 1; number <= Math.min(document.numPages, mostPages); number++) {
        try {
            const page = await document.getPage(number);
            const annotations = await page.getAnnotations();
            const items = number > mostTextPages ? [] : (await page.getTextContent()).items;
            page.cleanup();
            const text = items.map(({ str = '', hasEOL }) => (hasEOL ? `${str} ` : str)).join('');
            const found = annotations.flatMap(({ unsafeUrl, contentsObj }) => unsafeUrl ? [{ raw: unsafeUrl, anchor: contentsObj?.str ?? '', element: 'annotation' }] : []);
            if (found.length > 0 || text !== '')
                tell(found, [], text);
        }
        catch {
            tell([], ['damaged']);
        }
    }
}
//# sourceMappingURL=pdf-reader.js.map