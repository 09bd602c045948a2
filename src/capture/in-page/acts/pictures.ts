import { boxOf } from '../dom.ts';

/** A place in a picture, as parts of width and height. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/**
 * Returns places on a canvas to point at, such as bars, nodes or map marks: patches in another colour than the
 * background. Coloured patches come first, then large ones.
 *
 * @returns none for a small picture, or one that can't be read because of another origin
 */
export function pictureSpots(canvas: HTMLCanvasElement): readonly Spot[] {
  const most = 12;
  /** Most cells per direction, and minimum width of a cell in pixels. */
  const mostCells = 96;
  const cell = 6;
  /** Minimum side of a picture with content, in pixels. */
  const smallest = 40;
  /** Minimum difference of distinguishable colours, of 255. */
  const seen = 48;
  const { width, height } = boxOf(canvas);
  if (width < smallest || height < smallest) return [];
  const columns = Math.min(mostCells, Math.ceil(width / cell));
  const rows = Math.min(mostCells, Math.ceil(height / cell));
  const pixels = pixelsOf();
  if (!pixels) return [];
  const colourAt = (at: number) =>
    [0, 1, 2].map((of) => ((pixels[4 * at + of] ?? 0) * (pixels[4 * at + 3] ?? 0)) / 255);
  const colours = Array.from({ length: columns * rows }, (_, at) => [...colourAt(at), pixels[4 * at + 3] ?? 0]);
  const differ = (a: readonly number[] = [], b: readonly number[] = []) =>
    Math.max(...a.map((one, of) => Math.abs(one - (b[of] ?? 0)))) > seen;
  const counts = new Map<string, { count: number; readonly colour: readonly number[] }>();
  for (const colour of colours) {
    const name = colour.map((one) => Math.round(one / seen)).join();
    const known = counts.get(name) ?? { count: 0, colour };
    known.count++;
    counts.set(name, known);
  }
  const background = [...counts.values()].sort((a, b) => b.count - a.count)[0]?.colour;
  const isOpen = colours.map((colour) => differ(colour, background));
  const patches: { readonly cells: readonly number[]; readonly isColoured: boolean }[] = [];
  colours.forEach((colour, at) => {
    if (isOpen[at])
      patches.push({
        cells: patchFrom(at),
        isColoured: Math.max(...colour.slice(0, 3)) - Math.min(...colour.slice(0, 3)) > seen,
      });
  });
  return patches
    .sort((a, b) => Number(b.isColoured) - Number(a.isColoured) || b.cells.length - a.cells.length)
    .slice(0, most)
    .map(({ cells }) => middleOf(cells));

  /** Returns the connected cells of one colour, and marks these as used. */
  function patchFrom(first: number): number[] {
    const cells = [first];
    isOpen[first] = false;
    for (let next = 0; next < cells.length; next++) {
      const at = cells[next] ?? 0;
      const beside = [
        at - columns,
        at + columns,
        ...(at % columns > 0 ? [at - 1] : []),
        ...((at + 1) % columns > 0 ? [at + 1] : []),
      ];
      for (const other of beside) {
        if (!isOpen[other] || differ(colours[at], colours[other])) continue;
        isOpen[other] = false;
        cells.push(other);
      }
    }
    return cells;
  }

  /** Returns the cell nearest to the middle, since a ring has no cell in the middle. */
  function middleOf(cells: readonly number[]): Spot {
    const sum = (of: (at: number) => number) => cells.reduce((all, at) => all + of(at), 0) / cells.length;
    const [column, row] = [sum((at) => at % columns), sum((at) => Math.floor(at / columns))];
    const farOf = (at: number) => Math.hypot((at % columns) - column, Math.floor(at / columns) - row);
    const nearest = cells.reduce((best, at) => (farOf(at) < farOf(best) ? at : best));
    return { x: ((nearest % columns) + 0.5) / columns, y: (Math.floor(nearest / columns) + 0.5) / rows };
  }

  /** Returns the pixels of the canvas and of those below. */
  function pixelsOf(): Uint8ClampedArray | undefined {
    const context = new OffscreenCanvas(columns, rows).getContext('2d');
    // A cell is the colour of one pixel: smoothing would mix colours at edges.
    if (context) context.imageSmoothingEnabled = false;
    const layers = Array.from(canvas.parentElement?.children ?? [canvas]).filter(
      (one) => one instanceof HTMLCanvasElement && boxOf(one).width === width && boxOf(one).height === height,
    );
    try {
      for (const layer of layers)
        if (layer instanceof HTMLCanvasElement) context?.drawImage(layer, 0, 0, columns, rows);
      return context?.getImageData(0, 0, columns, rows).data;
    } catch {
      return undefined;
    }
  }
}

/** Minimum sides of a chart and of marks, in pixels, and minimum difference of the channels of a non-grey colour. */
const chartSize = 100;
const markSize = 4;
const coloured = 48;
/** Marks of a chart that are pressed. */
const mostMarks = 12;
/** Tells whether an element is a coloured shape of a chart, such as a bar, and no part of an icon, axis or frame. */
export const isMark = (element: Element) => {
  if (!(element instanceof SVGGeometryElement)) return false;
  const isAtLeast = (one: Element | null, size: number) => {
    const box = one?.getBoundingClientRect();
    return box !== undefined && box.width >= size && box.height >= size;
  };
  if (!isAtLeast(element.ownerSVGElement, chartSize) || !isAtLeast(element, markSize)) return false;
  const [, ...colour] = /^rgba?\((\d+), (\d+), (\d+)/.exec(getComputedStyle(element).fill) ?? [];
  return Math.max(...colour.map(Number)) - Math.min(...colour.map(Number)) > coloured;
};

/** Returns the marks under a listening sheet, such as one over a chart. */
export const marksUnder = (sheet: SVGGeometryElement): readonly Spot[] => {
  const all = sheet.closest('svg')?.parentElement?.querySelectorAll('svg :is(path, rect, circle, ellipse, polygon)');
  const { left, top, width, height } = sheet.getBoundingClientRect();
  return Array.from(all ?? [])
    .filter((one) => one !== sheet && isMark(one))
    .map((one) => one.getBoundingClientRect())
    .map((box) => ({ x: (box.left + box.width / 2 - left) / width, y: (box.top + box.height / 2 - top) / height }))
    .filter(({ x, y }) => x > 0 && x < 1 && y > 0 && y < 1)
    .slice(0, mostMarks);
};
