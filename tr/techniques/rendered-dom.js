/**
 * Every element with an href or src that leads to a page, and forms, in the DOM as scripts left it or, without a browser,
 * as the page came, shadow roots included (Pechnikov & Chernobrovkin 2012, §2, scan block, steps 3 and 4).
 */
export const renderedDom = {
    name: 'dom',
    level: 'passive',
    isReread: true,
    summary: 'elements that lead to a page',
    find: async (_, walked) => await walked.links('dom', ({ role }) => role === 'link'),
};
//# sourceMappingURL=rendered-dom.js.map