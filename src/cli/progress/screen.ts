import type { WriteStream } from 'node:tty';
import { createLogUpdate } from 'log-update';

/** Milliseconds between two pictures of a view. */
const REPAINT_EVERY = 250;
const UP_AND_ERASE = '\u001B[1A\u001B[2K';

/** A terminal whose last lines are redrawn, while others are written above them. */
class Screen {
  readonly #out: WriteStream;
  readonly #update: ReturnType<typeof createLogUpdate>;
  #view: ((columns: number) => string) | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Written since the last picture. */
  #pending = '';
  /** The last picture, and the width that it was made for. */
  #lines: string[] = [];
  #columns = 0;
  readonly #onExit = () => this.end();

  constructor(out: WriteStream) {
    this.#out = out;
    this.#update = createLogUpdate(out);
  }

  /** Draws a view and redraws it, until `end`. Its lines must not be longer than the columns. */
  show(view: (columns: number) => string): void {
    this.#view = view;
    this.#timer = setInterval(() => this.#draw(), REPAINT_EVERY);
    process.once('exit', this.#onExit);
    this.#draw();
  }

  /** Writes whole lines above the view. */
  write(lines: string): void {
    if (this.#view) this.#pending += lines;
    else this.#out.write(lines);
  }

  /** Draws the view a last time, and leaves it there. */
  end(): void {
    if (!this.#view) return;
    clearInterval(this.#timer);
    process.off('exit', this.#onExit);
    this.#draw();
    this.#update.done();
    this.#view = undefined;
  }

  #draw(): void {
    const columns = this.#out.columns;
    if (columns !== this.#columns || this.#pending !== '') this.#clear(columns);
    this.#out.write(this.#pending);
    this.#pending = '';
    const picture = this.#view?.(columns) ?? '';
    this.#update(picture);
    this.#lines = picture.split('\n');
    this.#columns = columns;
  }

  #clear(columns: number): void {
    // A terminal that became narrower has folded the longer lines.
    const folds = this.#lines.reduce((sum, line) => sum + Math.ceil(Math.max(1, [...line].length) / columns) - 1, 0);
    this.#out.write(UP_AND_ERASE.repeat(folds));
    this.#update.clear();
  }
}

export const stderrScreen = new Screen(process.stderr);
