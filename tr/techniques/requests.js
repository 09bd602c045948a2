/** What scripts ask for, and what the page loads beside its documents. What writes was not sent. */
export const requests = {
    name: 'request',
    level: 'passive',
    summary: 'what scripts ask for: data, streams, sockets, beacons, modules',
    find: async (page) => page.observed.filter(({ technique }) => technique === 'request'),
};
//# sourceMappingURL=requests.js.map