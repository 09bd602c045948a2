// biome-ignore-all lint/a11y/useSemanticElements: a table element lays out all of its rows, and only those in sight are drawn
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row

import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import { type LoadRows, RowCache } from './row-cache.ts';
import { rowWindow, scrollTopFor } from './row-window.ts';

export interface TableColumn<R> {
  readonly key: string;
  readonly title: string;
  /** Track of a CSS grid: `6rem`, `minmax(8rem, 2fr)`; the minimum width is in rem. */
  readonly width: string;
  readonly isNumber?: boolean;
  /** True for columns shown in narrow windows, too; the other columns are then in the detail of the row. */
  readonly isMain?: boolean;
  /** Key for sorting the list by this column. */
  readonly sort?: string | undefined;
  readonly cell: (row: R) => ComponentChildren;
}

interface TableProps<R> {
  readonly label: string;
  readonly columns: readonly TableColumn<R>[];
  readonly count: number;
  readonly load: LoadRows<R>;
  /** Version of the rows; a change drops all loaded rows. */
  readonly version: string;
  readonly onFailed: (error: unknown) => void;
  /** Key of the column that sorts the list, after `-` if descending. */
  readonly sort?: string | undefined;
  readonly onSort?: (sort: string | undefined) => void;
  /** Called on a click on a row, or Enter. */
  readonly onOpen?: (row: R) => void;
  /** Content shown without rows. */
  readonly empty?: ComponentChildren;
}

/** Height of a row and of the head in pixels, the same as in app.css. */
const ROW = 30;

/** Media query for phones, the same as in style/layout.css. */
const NARROW = matchMedia('(max-width: 640px)');

/** Tells whether the window is narrow. */
function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(NARROW.matches);
  useEffect(() => {
    const change = () => setNarrow(NARROW.matches);
    NARROW.addEventListener('change', change);
    return () => NARROW.removeEventListener('change', change);
  }, []);
  return isNarrow;
}

/** Returns the minimum width of a column in rem: all rows are equally wide, so that columns are below their heads. */
const leastOf = (width: string): number => Number(/([\d.]+)rem/.exec(width)?.[1] ?? 0);

/** New active row for each key: up, down, and so on. */
const steps: Readonly<Record<string, (row: number, count: number, shown: number) => number>> = {
  ArrowDown: (row) => row + 1,
  ArrowUp: (row) => row - 1,
  PageDown: (row, _, shown) => row + shown,
  PageUp: (row, _, shown) => row - shown,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** List of any length: draws and loads visible rows only. The arrow keys move from row to row, Enter opens one. */
export function Table<R>(props: TableProps<R>) {
  const { label, count, load, version, onFailed, sort, onSort, onOpen, empty } = props;
  const isNarrow = useNarrow();
  const main = isNarrow ? props.columns.filter(({ isMain }) => isMain) : [];
  const columns = main.length > 0 ? main : props.columns;
  const scroller = useRef<HTMLDivElement>(null);
  const [, redraw] = useReducer((drawn: number) => drawn + 1, 0);
  const [active, setActive] = useState(0);
  const id = useId();
  const latest = useRef({ load, onFailed });
  latest.current = { load, onFailed };
  const cache = useRef<RowCache<R> | undefined>(undefined);
  const cached = useRef('');
  if (cached.current !== version || !cache.current) {
    cache.current?.close();
    cached.current = version;
    cache.current = new RowCache<R>(
      (...args) => latest.current.load(...args),
      () => redraw(undefined),
      (error) => latest.current.onFailed(error),
      cache.current,
    );
  }
  const { height, first, end, origin, show } = useRowWindow(scroller, count);
  useEffect(() => {
    if (first < end) cache.current?.need(first, end - 1);
  }, [first, end, version]);
  useEffect(() => () => cache.current?.close(), []);
  const gridTemplateColumns = columns.map(({ width }) => width).join(' ');
  const minWidth = `${columns.reduce((sum, { width }) => sum + leastOf(width), 0)}rem`;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || count === 0) return;
    const shown = Math.max(1, Math.floor((scroller.current?.clientHeight ?? ROW) / ROW) - 2);
    const step = steps[event.key];
    const row = cache.current?.row(active);
    if (step) {
      const to = Math.min(count - 1, Math.max(0, step(active, count, shown)));
      setActive(to);
      show(to);
    } else if (event.key === 'Enter' && row !== undefined && onOpen) onOpen(row);
    else return;
    event.preventDefault();
  };
  return (
    <div
      class="table"
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      aria-activedescendant={active >= first && active < end ? `${id}-${active}` : undefined}
      tabIndex={0}
      ref={scroller}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" class="thead">
        <div role="row" aria-rowindex={1} class="tr" style={{ gridTemplateColumns, minWidth }}>
          {columns.map((column) => (
            <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
        </div>
      </div>
      <div role="rowgroup" class="tbody" style={{ height: `${height}px` }}>
        {Array.from({ length: Math.max(0, end - first) }, (_, drawn) => {
          const index = first + drawn;
          const row = cache.current?.row(index);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys
            <div
              key={index}
              id={`${id}-${index}`}
              role="row"
              tabIndex={-1}
              aria-rowindex={index + 2}
              class={`tr ${index === active ? 'active' : ''} ${index % 2 === 1 ? 'odd' : ''} ${onOpen ? 'opens' : ''}`}
              style={{ gridTemplateColumns, minWidth, transform: `translateY(${origin + index * ROW}px)` }}
              onClick={(event) => {
                setActive(index);
                scroller.current?.focus({ preventScroll: true });
                const isLink = event.target instanceof Element && event.target.closest('a, button, input') !== null;
                if (row !== undefined && !isLink) onOpen?.(row);
              }}
            >
              {columns.map(({ key, cell, isNumber }) => (
                <div key={key} role="gridcell" class={isNumber ? 'td number' : 'td'}>
                  {row === undefined ? '…' : cell(row)}
                </div>
              ))}
            </div>
          );
        })}
      </div>
      {count === 0 && <p class="empty">{empty ?? 'Nothing here.'}</p>}
    </div>
  );
}

interface HeadCellProps<R> {
  readonly column: TableColumn<R>;
  readonly sort: string | undefined;
  readonly onSort: TableProps<R>['onSort'];
}

/** Head of a column; each click switches between ascending, descending and unsorted. */
function HeadCell<R>({ column: { title, sort: key, isNumber }, sort, onSort }: HeadCellProps<R>) {
  const isSorted = key !== undefined && sort?.replace(/^-/, '') === key;
  const direction = isSorted ? (sort === key ? 'ascending' : 'descending') : undefined;
  return (
    <div role="columnheader" aria-sort={direction} class={isNumber ? 'th number' : 'th'}>
      {key === undefined || !onSort ? (
        title
      ) : (
        <button
          type="button"
          class="plain"
          onClick={() => onSort(direction === 'descending' ? undefined : `${direction ? '-' : ''}${key}`)}
        >
          {title}
          <span aria-hidden="true">{direction && (direction === 'descending' ? ' ↓' : ' ↑')}</span>
        </button>
      )}
    </div>
  );
}

/** Returns the visible rows, and a function to scroll to a row. */
function useRowWindow(scroller: { readonly current: HTMLDivElement | null }, count: number) {
  const [place, setPlace] = useState({ scrollTop: 0, shown: 0 });
  const view = { ...place, count, rowHeight: ROW };
  const drawn = rowWindow(view);
  const latest = useRef({ view, drawn });
  latest.current = { view, drawn };
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const look = () => {
      const { view: before, drawn: had } = latest.current;
      // The head takes the space of one row.
      const now = { scrollTop: element.scrollTop, shown: Math.max(0, element.clientHeight - ROW) };
      const next = rowWindow({ ...before, ...now });
      const isSame = now.shown === before.shown && next.first === had.first && next.end === had.end;
      if (!isSame || next.origin !== had.origin) setPlace(now);
    };
    const resized = new ResizeObserver(look);
    resized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    look();
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  const show = (row: number) => {
    const element = scroller.current;
    if (element) element.scrollTop = scrollTopFor(row, { ...latest.current.view, scrollTop: element.scrollTop });
  };
  return { ...drawn, show };
}
