import type { Spot } from './picture-spots.ts';

/** What stands in charts that are made of shapes. */
interface ChartMarks {
  isMark(element: Element): boolean;
  marksUnder(sheet: SVGGeometryElement): readonly Spot[];
}

/** Runs in a page, in a world of our own. It is sent into browsers as it stands, so it uses nothing from outside. */
export function chartMarks(): ChartMarks {
  /** The least sides of a chart and of what stands in it, in pixels, and how much the parts of a colour differ that is no grey. */
  const chartSize = 100;
  const markSize = 4;
  const coloured = 48;
  /** Marks of a chart that are pressed. */
  const mostMarks = 12;
  /** Whether it is a coloured shape of a chart, such as a bar, and not a part of a small picture, an axis or a frame. */
  const isMark = (element: Element) => {
    if (!(element instanceof SVGGeometryElement)) return false;
    const isAtLeast = (one: Element | null, size: number) => {
      const box = one?.getBoundingClientRect();
      return box !== undefined && box.width >= size && box.height >= size;
    };
    if (!isAtLeast(element.ownerSVGElement, chartSize) || !isAtLeast(element, markSize)) return false;
    const [, ...colour] = /^rgba?\((\d+), (\d+), (\d+)/.exec(getComputedStyle(element).fill) ?? [];
    return Math.max(...colour.map(Number)) - Math.min(...colour.map(Number)) > coloured;
  };
  /** What stands under a sheet that hears itself what is pressed, as one does that lies over a chart. */
  const marksUnder = (sheet: SVGGeometryElement): readonly Spot[] => {
    const all = sheet.closest('svg')?.parentElement?.querySelectorAll('svg :is(path, rect, circle, ellipse, polygon)');
    const { left, top, width, height } = sheet.getBoundingClientRect();
    return Array.from(all ?? [])
      .filter((one) => one !== sheet && isMark(one))
      .map((one) => one.getBoundingClientRect())
      .map((box) => ({ x: (box.left + box.width / 2 - left) / width, y: (box.top + box.height / 2 - top) / height }))
      .filter(({ x, y }) => x > 0 && x < 1 && y > 0 && y < 1)
      .slice(0, mostMarks);
  };
  return { isMark, marksUnder };
}
