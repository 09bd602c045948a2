import type { Page } from 'playwright';
import { asksToBeSure, tellsOfLoss } from '../../safety/questions.ts';
import { asksForHarm } from '../../safety/text.ts';

/** Dialogs of one page, or of one act on it, that are accepted. */
const MOST = 6;
/** Dialogs that acts may bring: a list may say in one what was chosen. */
const MOST_OF_ACTS = 32;

/** What becomes of the dialogs of a tab's pages: they are agreed to, unless they ask for harm or come without end. */
export class Dialogs {
  #count = 0;
  #isActedOn = false;

  /** @param onEndless what asks without end is ended like a script that never stops */
  constructor(page: Page, onEndless: () => void) {
    page.on('dialog', (dialog) => {
      const isPatient = ++this.#count <= MOST;
      const most = this.#isActedOn ? MOST_OF_ACTS : MOST;
      if (this.#count > most && this.#count <= most + 2) onEndless();
      const message = dialog.message();
      const asks = asksForHarm(message) || asksToBeSure(message) || tellsOfLoss(message);
      const isAgreed = isPatient && (dialog.type() === 'beforeunload' || !asks);
      void (isAgreed ? dialog.accept(dialog.defaultValue()) : dialog.dismiss()).catch(() => undefined);
    });
  }

  begin(): void {
    this.#count = 0;
    this.#isActedOn = false;
  }

  /** Something is done to the page next: what it asks then is not counted with what it asked before. */
  beginAct(): void {
    this.#count = 0;
    this.#isActedOn = true;
  }
}
