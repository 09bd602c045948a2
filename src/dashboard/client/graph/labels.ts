/** Width of a text in pixels. */
type Measure = (text: string) => number;

interface Picture {
  readonly width: number;
  readonly height: number;
}

interface Node {
  readonly x: number;
  readonly y: number;
  /** Its radius. */
  readonly size: number;
}

/** A label: its lines, the left end of the first and its baseline. */
interface Label {
  readonly lines: readonly string[];
  readonly x: number;
  readonly y: number;
}

/** Pixels between a node and its label, and between a label and the edge of the picture. */
const GAP = 4;

/**
 * Places the label of a node so that the picture does not cut it: to the right of the node; to the left where there is
 * no room; else within the picture. One that is wider than the picture is broken into lines.
 */
export function labelPlace(
  text: string,
  { x, y, size }: Node,
  { width, height }: Picture,
  lineHeight: number,
  measure: Measure,
): Label {
  const lines = brokenLines(text, width - 2 * GAP, measure);
  const wide = Math.max(...lines.map(measure));
  const [right, left] = [x + size + GAP, x - size - GAP - wide];
  const isRight = right + wide <= width - GAP;
  const at = isRight || left < GAP ? Math.max(GAP, Math.min(right, width - GAP - wide)) : left;
  // The baseline of the first line; below it is about a quarter of a line.
  const lowest = height - GAP - (lines.length - 0.75) * lineHeight;
  return { lines, x: at, y: Math.max(lineHeight, Math.min(y + lineHeight / 3, lowest)) };
}

function brokenLines(text: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let line = '';
  for (const sign of text) {
    if (line !== '' && measure(line + sign) > width) {
      lines.push(line);
      line = '';
    }
    line += sign;
  }
  return [...lines, line];
}
