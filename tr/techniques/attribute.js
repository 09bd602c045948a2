/** Addresses that do not lead the reader away: what the documents show, run or name, in any attribute, style or data. */
export const attribute = {
    name: 'attribute',
    level: 'passive',
    isReread: true,
    summary: 'all other addresses in markup',
    find: async (_, walked) => await walked.links('attribute', ({ role }) => role !== 'link'),
};
//# sourceMappingURL=attribute.js.map