import type { WriteStream } from 'node:tty';
import { createLogUpdate } from 'log-update';

/** Milliseconds between two pictures of a view. */
const REPAINT_EVERY = 250;
const UP_AND_ERASE = '\u001B[1A\u001B[2K';

/** Terminal whose last lines are redrawn, while others are written above them. */
class Screen {
  readonly #out: WriteStream;
  readonly #update: ReturnType<typeof createLogUpdate>;
  #view: ((columns: number) => string) | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Lines written since the last picture. */
  #pending = '';
  /** Last picture, and its width below, in columns. */
  #lines: string[] = [];
  #columns = 0;
  readonly #onExit = () => this.end();

  constructor(out: WriteStream) {
    this.#out = out;
    this.#update = createLogUpdate(out);
  }

  /** Draws a view and redraws it until `end`. Lines of the view must fit into the columns. */
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

  /** Draws the view a last time, and leaves it on the terminal. */
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
    // A narrower terminal folds the longer lines.
    const folds = this.#lines.reduce((sum, line) => sum + Math.ceil(Math.max(1, [...line].length) / columns) - 1, 0);
    this.#out.write(UP_AND_ERASE.repeat(folds));
    this.#update.clear();
  }
}

export const stderrScreen = new Screen(process.stderr);
