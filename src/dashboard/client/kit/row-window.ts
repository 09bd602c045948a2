/** Pixels of an element's height that every browser draws: Firefox cuts at about 17.9 million, Chromium at 33.5. */
const TALLEST = 16_000_000;
/** Rows drawn above and below the visible ones. */
const OVERSCAN = 12;

/** List of rows of equal height, with its visible part. Lengths are pixels. */
interface RowView {
  readonly count: number;
  readonly rowHeight: number;
  /** Height of the visible part. */
  readonly shown: number;
  /** Scroll position of the list's element. */
  readonly scrollTop: number;
}

/** Drawn rows, with their position. */
interface RowWindow {
  /** Height of the element that contains the rows. */
  readonly height: number;
  /** Index of the first drawn row; below, the index after the last. */
  readonly first: number;
  readonly end: number;
  /** Offset of the first row in the element, in pixels from its top; negative if it is scrolled. */
  readonly origin: number;
}

/**
 * Returns the rows to draw. A list taller than browsers draw gets an element of the tallest height, whose scroll range
 * maps linearly to that of all rows.
 */
export function rowWindow(view: RowView): RowWindow {
  const { count, rowHeight } = view;
  const range = scrollRange(view);
  const scrollTop = Math.min(Math.max(0, view.scrollTop), range.ofElement);
  const offset = scrollTop * range.scale;
  const first = Math.max(0, Math.floor(offset / rowHeight) - OVERSCAN);
  const end = Math.min(count, Math.ceil((offset + view.shown) / rowHeight) + OVERSCAN);
  return { height: range.height, first, end, origin: scrollTop - offset };
}

/** Returns the scroll position nearest to the current one at which a row is visible. */
export function scrollTopFor(row: number, view: RowView): number {
  const { rowHeight, shown } = view;
  const { scale, ofElement } = scrollRange(view);
  const top = row * rowHeight;
  const offset = view.scrollTop * scale;
  const next = Math.max(Math.min(offset, top), Math.min(top, top + rowHeight - shown));
  return Math.min(ofElement, Math.max(0, next / scale));
}

/** Returns the element's height and scroll range, and the pixels that rows move per pixel scrolled. */
function scrollRange({ count, rowHeight, shown }: RowView) {
  const all = count * rowHeight;
  const height = Math.min(all, TALLEST);
  const ofElement = Math.max(0, height - shown);
  return { height, ofElement, scale: ofElement === 0 ? 1 : (all - shown) / ofElement };
}
