/** A piece of HTML that may stand in a document as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Piece = string | number | Html | readonly Piece[];

/** Text with what is markup in HTML, SVG and XML escaped. */
export function escapeHtml(text: string): string {
  return /[&<>"]/.test(text)
    ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
    : text;
}

const written = (piece: Piece): string => {
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'string') return escapeHtml(piece);
  return typeof piece === 'number' ? String(piece) : piece.map(written).join('');
};

/** A template of HTML: texts in it are escaped, pieces of HTML are not. */
export const html = (parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html =>
  new Html(String.raw({ raw: parts }, ...pieces.map(written)));
