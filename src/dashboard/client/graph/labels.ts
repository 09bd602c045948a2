/** Measures the width of a text in pixels. */
type Measure = (text: string) => number;

interface Picture {
  readonly width: number;
  readonly height: number;
}

interface Node {
  readonly x: number;
  readonly y: number;
  /** Radius of the node. */
  readonly size: number;
}

/** Lines of a label, with the left end and the baseline of the first one. */
interface Label {
  readonly lines: readonly string[];
  readonly x: number;
  readonly y: number;
}

/** Pixels between a node and its label, and between a label and the edge of the picture. */
const GAP = 4;

/**
 * Places a node's label so that the picture does not cut it: to the right of the node, or to the left if there is no
 * room, or anywhere in the picture. Breaks a label wider than the picture into lines.
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
  // Lowest baseline of the first line; a quarter of a line extends below a baseline.
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
