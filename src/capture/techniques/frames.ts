import { NO_TEXTS } from '../../domain/link.ts';
import type { Technique } from './technique.ts';

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
