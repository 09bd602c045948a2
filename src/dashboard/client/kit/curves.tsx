import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { figure } from './format.ts';

interface Curve {
  readonly name: string;
  /** Name of a colour token in the style sheet, such as `--curve-1`. */
  readonly colour: string;
  readonly isDashed?: boolean;
  /** Values for each x; null: a gap. */
  readonly values: readonly (number | null)[];
}

interface CurvesProps {
  /** Description of the figure for screen readers. */
  readonly label: string;
  readonly xName: string;
  /** Ascending x values. */
  readonly x: readonly number[];
  readonly curves: readonly Curve[];
  /** Formats x; as a number if not given. */
  readonly xText?: (x: number) => string;
  /** Height in pixels. */
  readonly height?: number;
}

const colourOf = (element: Element, token: string): string => getComputedStyle(element).getPropertyValue(token).trim();

/** Line chart on a canvas, with names and last values below. */
export function Curves({ label, xName, x, curves, xText = figure, height = 220 }: CurvesProps) {
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const data = [x, ...curves.map(({ values }) => values)] as unknown as uPlot.AlignedData;
  const looks = curves.map(({ name, colour, isDashed }) => `${name} ${colour} ${isDashed}`).join();
  useEffect(() => {
    const parent = element.current;
    if (!parent) return undefined;
    const draw = () => {
      plot.current?.destroy();
      const axis = { stroke: colourOf(parent, '--text-dim'), grid: { stroke: colourOf(parent, '--line'), width: 1 } };
      const made = new uPlot(
        {
          width: parent.clientWidth,
          height,
          legend: { show: false },
          cursor: { show: false },
          scales: { x: { time: false }, y: { range: (_, __, max) => [0, Math.max(1, max * 1.05)] } },
          axes: [
            { ...axis, values: (_, ticks) => ticks.map(xText), ticks: { show: false } },
            { ...axis, size: 56, values: (_, ticks) => ticks.map(figure), ticks: { show: false } },
          ],
          series: [
            {},
            ...curves.map(({ colour, isDashed }) => ({
              stroke: colourOf(parent, colour),
              width: 2,
              ...(isDashed && { dash: [6, 4] }),
              points: { show: false },
            })),
          ],
        },
        data,
        parent,
      );
      plot.current = made;
    };
    draw();
    const size = new ResizeObserver(() => plot.current?.setSize({ width: parent.clientWidth, height }));
    size.observe(parent);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', draw);
    return () => {
      scheme.removeEventListener('change', draw);
      size.disconnect();
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, [looks, height]);
  useEffect(() => plot.current?.setData(data), [data]);
  const last = x.at(-1);
  return (
    <figure class="curves">
      <div ref={element} role="img" aria-label={label} />
      <figcaption>
        {curves.map(({ name, colour, isDashed, values }) => (
          <span key={name} class="key">
            <svg width="18" height="8" aria-hidden="true">
              <line
                x1="0"
                x2="18"
                y1="4"
                y2="4"
                stroke-width="2"
                stroke={`var(${colour})`}
                stroke-dasharray={isDashed ? '5 3' : undefined}
              />
            </svg>
            {name} <b>{figure(values.findLast((value) => value !== null) ?? null)}</b>
          </span>
        ))}
        {last !== undefined && (
          <span class="dim">
            {xName} up to {xText(last)}
          </span>
        )}
      </figcaption>
    </figure>
  );
}
