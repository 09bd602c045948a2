/** The documents of frames, of any nesting, also where a script and no attribute loaded them (Pechnikov & Chernobrovkin 2012, §2, scan block, step 3). */
export const frames = {
    name: 'frame',
    level: 'passive',
    isReread: true,
    summary: 'documents of frames',
    find: async (page) => page.frames
        .filter((frame) => !frame.isMain && /^https?:/.test(frame.url))
        .map((frame) => ({
        raw: frame.url,
        url: frame.url,
        role: 'link',
        method: 'GET',
        anchor: '',
        context: '',
        rel: '',
        element: 'frame',
        tagPath: '',
        frame: frame.parentUrl,
        technique: 'frame',
    })),
};
//# sourceMappingURL=frames.js.map