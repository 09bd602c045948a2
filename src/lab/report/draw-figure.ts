import type * as PlotModule from '@observablehq/plot';

/** How a strategy's line is drawn in all figures. */
interface Look {
  readonly colour: string;
  /** The colour of its name: darker, to be read on white. */
  readonly ink: string;
  /** As SVG's `stroke-dasharray`. */
  readonly dash: string;
  readonly width: number;
}

/**
 * A look for each name. Strategies have Okabe and Ito's colours (2008) without yellow and black, which the colour-blind
 * tell apart, and two more; dashes tell them apart without colours. Oracles are thin, black and grey. It runs in the
 * report, from its source: it may use nothing from outside.
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
    // Beyond the colours, each comes again with other dashes.
    const dash = dashes[(at + Math.floor(at / colours.length)) % dashes.length] ?? 'none';
    looks.set(name, look(colours[at % colours.length] ?? '#222222', dash, 2));
  }
  for (const [at, name] of oracles.entries())
    looks.set(name, look(at === 0 ? '#222222' : '#767676', at === 0 ? '5 4' : '1.5 3', 1.4));
  return looks;
}

/** A value at n pages, and the half of the band around it. */
export interface Point {
  readonly n: number;
  readonly value: number;
  readonly sd: number;
}

/** A line of a figure. */
export interface Series {
  readonly name: string;
  readonly look: Look;
  /** n ascending; at least one. */
  readonly points: readonly Point[];
}

interface Figure {
  readonly series: readonly Series[];
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly xLabel: string;
  /** What stands in front of x in a tip. */
  readonly xName: string;
  readonly yLabel: string;
  /** Whether values may be below 0; else bands end there. */
  readonly isSigned: boolean;
  /** Whether the scale begins at 0 where all values are above; otherwise at the lowest. */
  readonly fromZero: boolean;
  /** A level to compare with. */
  readonly rule: number;
  /** Digits behind the point. */
  readonly digits: number;
  readonly description: string;
}

/**
 * Draws a figure with Observable Plot: lines with bands of one standard deviation, their names at their ends, and a tip
 * with all values at the number of pages under the pointer. It runs in the report, from its source: it may use nothing
 * from outside.
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

  /** In a straight line between two points. */
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

  // The first pages may be worth anything, and their bands may be as wide: they don't stretch a scale that begins at 0.
  const last = Math.max(0, ...tips.map(({ n }) => n));
  const from = (share: number) => series.flatMap(({ points }) => points.filter(({ n }) => n >= share * last));
  const counted = from(fromZero ? 0.03 : 0).map(({ value }) => value);
  const banded = from(fromZero ? 0.3 : 0);
  // On a small screen the legend has to do.
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

  /** Names at the ends of their lines; those that would stand on one another move apart. */
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
