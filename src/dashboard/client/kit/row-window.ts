/** Height of an element that every browser draws, in pixels: Firefox cuts at about 17.9 million, Chromium at 33.5. */
const TALLEST = 16_000_000;
/** Rows that are drawn above and below those in sight. */
const OVERSCAN = 12;

/** A list of rows of one height, and what of it is in sight. Lengths are pixels. */
interface RowView {
  readonly count: number;
  readonly rowHeight: number;
  /** Height of the place in which rows are seen. */
  readonly shown: number;
  /** How far its element is scrolled. */
  readonly scrollTop: number;
}

/** Which rows are drawn, and where. */
interface RowWindow {
  /** Height of the element that bears the rows. */
  readonly height: number;
  /** The first row that is drawn, and the one after the last. */
  readonly first: number;
  readonly end: number;
  /** Offset of the first row in the element, in pixels from its top; negative if it is scrolled. */
  readonly origin: number;
}

/**
 * What is drawn of a list. One that is taller than browsers draw gets an element of the tallest height, whose scroll range
 * stands for that of all rows: both begin and end together, and between them the place is in proportion.
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

/** How far the element must be scrolled so that a row is in sight: as little as may be. */
export function scrollTopFor(row: number, view: RowView): number {
  const { rowHeight, shown } = view;
  const { scale, ofElement } = scrollRange(view);
  const top = row * rowHeight;
  const offset = view.scrollTop * scale;
  const next = Math.max(Math.min(offset, top), Math.min(top, top + rowHeight - shown));
  return Math.min(ofElement, Math.max(0, next / scale));
}

/** How far the element can be scrolled, and by how many pixels the rows move for one of its. */
function scrollRange({ count, rowHeight, shown }: RowView) {
  const all = count * rowHeight;
  const height = Math.min(all, TALLEST);
  const ofElement = Math.max(0, height - shown);
  return { height, ofElement, scale: ofElement === 0 ? 1 : (all - shown) / ofElement };
}
