/** Strokes in a square of 24 units, drawn for this dashboard. */
const strokes = {
  found: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7L12 7.1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7L12 17',
  new: 'M12 3v4M12 17v4M3 12h4M17 12h4M5.6 5.6l2.8 2.8M15.6 15.6l2.8 2.8M5.6 18.4l2.8-2.8M15.6 8.4l2.8-2.8',
  broken: 'M12 4L2.5 20h19zM12 10v5M12 17.5v.5',
  decision: 'M5 21V4M5 4h12l-2.5 4L17 12H5',
  crawl: 'M3 12h4l3-7 4 14 3-7h4',
  why: 'M9 9a3 3 0 1 1 4 2.8c-.7.3-1 .8-1 1.7V14M12 17.5v.5M12 2.5a9.5 9.5 0 1 1 0 19 9.5 9.5 0 1 1 0-19',
  patterns: 'M3 5h18l-7 8v6l-4 2v-8z',
  log: 'M5 3h14v18H5zM8.5 8h7M8.5 12h7M8.5 16h4',
  lab: 'M9 3h6M10 3v6L4.5 20h15L14 9V3M7.5 15h9',
  topics: 'M3 12V3h9l9 9-9 9zM7.5 7.5h.01',
  hits: 'M12 3l2.7 5.8 6.3.8-4.6 4.4 1.2 6.3L12 17.2l-5.6 3.1L7.6 14 3 9.6l6.3-.8z',
} as const;

export type IconName = keyof typeof strokes;

/** Decorative icon beside a heading. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
    <path
      d={strokes[name]}
      fill="none"
      stroke="currentColor"
      stroke-width="1.75"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>
);
