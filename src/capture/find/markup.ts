import { NO_TEXTS } from '../../domain/link.ts';
import type { Technique } from './technique.ts';

/**
 * Elements whose href or src leads to a page, and forms, in the DOM after scripts or, without a browser, in the page as
 * received, shadow roots included (Pechnikov & Chernobrovkin 2012, §2, scan block, steps 3 and 4).
 */
export const renderedDom: Technique = {
  name: 'dom',
  level: 'passive',
  isReread: true,
  summary: 'elements that lead to a page',
  find: async (_, walked) => await walked.links('dom', ({ role }) => role === 'link'),
};

/** Addresses that are not links: resources shown, run or named by documents, in any attribute, style or data. */
export const attribute: Technique = {
  name: 'attribute',
  level: 'passive',
  isReread: true,
  summary: 'all other addresses in markup',
  find: async (_, walked) => await walked.links('attribute', ({ role }) => role !== 'link'),
};

/**
 * Documents of frames at any depth, including those loaded by scripts (Pechnikov & Chernobrovkin 2012, §2, scan block,
 * step 3).
 */
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
