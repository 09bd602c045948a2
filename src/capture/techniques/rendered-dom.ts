import type { LoadedFrame, Technique } from './technique.ts';

/**
 * Every element with an href or src that leads to a page, in the DOM as scripts left it or, without a browser, as the
 * page came, open shadow roots included (Pechnikov & Chernobrovkin 2012, §2, scan block, steps 3 and 4).
 */
export const renderedDom: Technique = {
  name: 'dom',
  level: 'passive',
  isReread: true,
  summary: 'elements that lead to a page',
  find: async (page) => (await Promise.all(page.frames.map(linksOf))).flat(),
};

async function linksOf(frame: LoadedFrame) {
  const links = await frame.links();
  return links.map((link) => ({ ...link, url: link.url, frame: frame.isMain ? '' : frame.url, technique: 'dom' }));
}
