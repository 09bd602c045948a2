import type * as PlotModule from '@observablehq/plot';

/** Style of a strategy's line in all figures. */
interface Look {
  readonly colour: string;
  /** Colour of the name: darker, for contrast on white. */
  readonly ink: string;
  /** Value of SVG's `stroke-dasharray`. */
  readonly dash: string;
  readonly width: number;
}

/**
 * Returns a style for each name. Strategies have the colour-blind safe palette of Okabe and Ito (2008) without yellow
 * and black, plus two colours, and different dashes. Oracles are thin, black and grey. Runs in the report from its
 * source text; must be self-contained.
 */
export function seriesLooks(strategies: readonly string[], oracles: readonly string[]): Map<string, Look> {
  const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#7a4fb5', '#8c6d31'];
  const dashes = ['none', '7 3', '2 2.5', '9 3 2 3', '14 4', '4 3', '10 3 2 3 2 3', '1 2'];
  const ink = (colour: string): string => {
    const channels = [1, 3, 5].map((at) => Math.round(0.75 * Number.parseInt(colour.slice(at, at + 2), 16)));
    return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
  };
  const look = (colour: string, dash: string, width: number): Look => ({ colour, ink: ink(colour), dash, width });
  const looks = new Map<string, Look>();
  for (const [at, name] of strategies.entries()) {
    // Repeats the colours with other dashes.
    const dash = dashes[(at + Math.floor(at / colours.length)) % dashes.length] ?? 'none';
    looks.set(name, look(colours[at % colours.length] ?? '#222222', dash, 2));
  }
  for (const [at, name] of oracles.entries())
    looks.set(name, look(at === 0 ? '#222222' : '#767676', at === 0 ? '5 4' : '1.5 3', 1.4));
  return looks;
}

/** Value at n pages, with half the width of its band. */
export interface Point {
  readonly n: number;
  readonly value: number;
  readonly sd: number;
}

/** Line of a figure. */
export interface Series {
  readonly name: string;
  readonly look: Look;
  /** Points in ascending order of n; at least one. */
  readonly points: readonly Point[];
}

interface Figure {
  readonly series: readonly Series[];
  /** Size in pixels. */
  readonly width: number;
  readonly height: number;
  readonly xLabel: string;
  /** Name of x in a tooltip. */
  readonly xName: string;
  readonly yLabel: string;
  /** True if values may be negative; otherwise bands end at 0. */
  readonly isSigned: boolean;
  /** True if the scale starts at 0 for positive values; otherwise at the lowest value. */
  readonly fromZero: boolean;
  /** Reference level. */
  readonly rule: number;
  /** Decimal places. */
  readonly digits: number;
  readonly description: string;
}

/**
 * Draws a figure with Observable Plot: lines with one-standard-deviation bands, names at line ends, and a tooltip with
 * all values at the pointer. Runs in the report from its source text; must be self-contained.
 */
export function drawFigure(Plot: typeof PlotModule, figure: Figure): SVGSVGElement | undefined {
  const { series, width, height, xLabel, xName, yLabel, isSigned, fromZero, rule, digits, description } = figure;
  const LINE = 14;
  const BELOW = 40;
  const LEFT = 58;
  const number = (value: number, places: number): string =>
    value
      .toLocaleString('en-US', { minimumFractionDigits: places, maximumFractionDigits: places })
      .replace('-', '\u2212');
  const short = (name: string): string => (name.length > 28 ? `${name.slice(0, 27)}…` : name);

  /** Interpolates linearly. */
  const valueAt = ({ points }: Series, n: number): Point | undefined => {
    const after = points.findIndex((point) => point.n >= n);
    const right = points[after];
    const left = points[after - 1];
    if (!right || right.n === n) return right;
    if (!left) return undefined;
    const share = (n - left.n) / (right.n - left.n);
    return { n, value: left.value + share * (right.value - left.value), sd: left.sd + share * (right.sd - left.sd) };
  };
  const tipAt = (n: number) => {
    const values = series.flatMap((one) => {
      const at = valueAt(one, n);
      return at ? [{ name: short(one.name), ...at }] : [];
    });
    values.sort((a, b) => b.value - a.value);
    const lines = values.map(({ name, value, sd }) => {
      const spread = sd > 0 ? ` ± ${number(sd, digits)}` : '';
      return `${name}  ${number(value, digits)}${spread}`;
    });
    return { n, text: [`${xName} = ${number(n, 0)}`, ...lines].join('\n') };
  };
  const tips = [...new Set(series.flatMap(({ points }) => points.map(({ n }) => n)))].map(tipAt);

  const lowOf = ({ value, sd }: Point): number => (isSigned ? value - sd : Math.max(0, value - sd));
  const lines = series.flatMap(({ name, look, points }) => [
    Plot.areaY(points, {
      filter: ({ sd }) => sd > 0,
      x: 'n',
      y1: lowOf,
      y2: ({ value, sd }) => value + sd,
      fill: look.colour,
      fillOpacity: 0.14,
      clip: true,
    }),
    Plot.lineY(points, {
      x: 'n',
      y: 'value',
      stroke: look.colour,
      strokeWidth: look.width,
      strokeDasharray: look.dash,
      strokeLinejoin: 'round',
      strokeLinecap: 'butt',
      ariaDescription: name,
      clip: true,
    }),
  ]);

  // Excludes the first pages from a scale from 0, as their values and bands vary most.
  const last = Math.max(0, ...tips.map(({ n }) => n));
  const from = (share: number) => series.flatMap(({ points }) => points.filter(({ n }) => n >= share * last));
  const counted = from(fromZero ? 0.03 : 0).map(({ value }) => value);
  const banded = from(fromZero ? 0.3 : 0);
  // Leaves names to the legend on small screens.
  const longest = width < 480 ? 0 : Math.max(0, ...series.map(({ name }) => short(name).length));
  const right = 18 + 7.4 * longest;
  const options: PlotModule.PlotOptions = {
    width,
    height,
    marginLeft: LEFT,
    marginRight: right,
    marginTop: 26,
    marginBottom: BELOW,
    ariaDescription: description,
    style: {
      fontFamily: 'system-ui, "Segoe UI", Helvetica, Arial, sans-serif',
      fontSize: '12px',
      background: 'white',
      color: '#222',
    },
    x: {
      domain: [0, Math.max(1, last)],
      label: xLabel,
      labelAnchor: 'center',
      labelArrow: 'none',
      tickFormat: (n: number) => number(n, 0),
      ticks: (width - LEFT - right) / 80,
    },
    y: {
      label: yLabel,
      grid: true,
      nice: true,
      ticks: height / 60,
      tickFormat: (value: number) => value.toLocaleString('en-US').replace('-', '\u2212'),
      domain: [
        Math.min(...(fromZero ? [0] : []), ...counted, ...banded.map(lowOf)),
        Math.max(rule, ...counted, ...banded.map(({ value, sd }) => value + sd)),
      ],
    },
  };

  /** Puts names at line ends and moves overlapping names apart. */
  const names = () => {
    const scale = Plot.plot({ ...options, marks: lines }).scale('y');
    const labels = series.flatMap(({ name, look, points }) => {
      const end = points.at(-1);
      if (!end) return [];
      const y = Number(scale?.apply(end.value) ?? 0);
      return [{ name, look, end, y, place: y }];
    });
    labels.sort((a, b) => a.y - b.y);
    let free = Number.NEGATIVE_INFINITY;
    for (const label of labels) {
      label.place = Math.max(label.place, free);
      free = label.place + LINE;
    }
    free = height - BELOW;
    for (const label of labels.reverse()) {
      label.place = Math.min(label.place, free);
      free = label.place - LINE;
    }
    return labels.map(({ name, look, end, y, place }) =>
      Plot.text([end], {
        x: 'n',
        y: 'value',
        text: () => short(name),
        fill: look.ink,
        fontWeight: 600,
        textAnchor: 'start',
        dx: 6,
        dy: place - y,
      }),
    );
  };

  const drawn = Plot.plot({
    ...options,
    marks: [
      Plot.ruleY(fromZero || rule > 0 ? [rule] : [], { stroke: '#222', strokeOpacity: 0.7 }),
      ...lines,
      ...(longest > 0 ? names() : []),
      Plot.ruleX(tips, Plot.pointerX({ x: 'n', stroke: '#222', strokeOpacity: 0.4 })),
      Plot.tip(
        tips,
        Plot.pointerX({ x: 'n', title: 'text', frameAnchor: 'top', preferredAnchor: 'top-left', lineHeight: 1.25 }),
      ),
    ],
  });
  return drawn instanceof SVGSVGElement ? drawn : undefined;
}
