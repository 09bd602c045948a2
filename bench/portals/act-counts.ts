import { DocumentGate } from '../../src/capture/browser/requests/document-gate.ts';
import { events } from '../../src/capture/find/events.ts';

interface ActCounts {
  readonly acts: number;
  readonly rounds: number;
  readonly pages: number;
  readonly elements: number;
}

/**
 * Counts, for this process, what is done to pages: the gate learns of the acts of each round, as they may ask for
 * documents, and the technique `event` of each page that is acted on. Returns the counts so far when called.
 */
export function countActs(): () => ActCounts {
  let [acts, rounds, pages, elements] = [0, 0, 0, 0];
  const { grant } = DocumentGate.prototype;
  DocumentGate.prototype.grant = function (this: DocumentGate, done: number) {
    acts += done;
    rounds++;
    grant.call(this, done);
  };
  const { act } = events;
  Object.assign(events, {
    act: async (...[page, harvest]: Parameters<NonNullable<typeof act>>) => {
      await act?.(page, harvest);
      pages++;
      elements += page.elements;
    },
  });
  return () => ({ acts, rounds, pages, elements });
}
