import { NO_TEXTS } from '../../domain/link.ts';
import type { Technique } from './technique.ts';

/**
 * Every element with an href or src that leads to a page, and forms, in the DOM as scripts left it or, without a browser,
 * as the page came, shadow roots included (Pechnikov & Chernobrovkin 2012, §2, scan block, steps 3 and 4).
 */
export const renderedDom: Technique = {
  name: 'dom',
  level: 'passive',
  isReread: true,
  summary: 'elements that lead to a page',
  find: async (_, walked) => await walked.links('dom', ({ role }) => role === 'link'),
};

/** Addresses that do not lead the reader away: what the documents show, run or name, in any attribute, style or data. */
export const attribute: Technique = {
  name: 'attribute',
  level: 'passive',
  isReread: true,
  summary: 'all other addresses in markup',
  find: async (_, walked) => await walked.links('attribute', ({ role }) => role !== 'link'),
};

/** The documents of frames, of any nesting, also where a script and no attribute loaded them (Pechnikov & Chernobrovkin 2012, §2, scan block, step 3). */
export const frames: Technique = {
  name: 'frame',
  level: 'passive',
  isReread: true,
  summary: 'documents of frames',
  find: async (page) =>
    page.frames
      .filter((frame) => !frame.isMain && /^https?:/.test(frame.url))
      .map((frame) => ({
        ...NO_TEXTS,
        ...{ raw: frame.url, url: frame.url, role: 'link', method: 'GET', element: 'frame', technique: 'frame' },
        frame: frame.parentUrl,
      })),
};
