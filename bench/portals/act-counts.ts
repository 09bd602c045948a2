import { DocumentGate } from '../../src/capture/browser/requests/document-gate.ts';
import { events } from '../../src/capture/find/events.ts';

interface ActCounts {
  readonly acts: number;
  readonly rounds: number;
  readonly pages: number;
  readonly elements: number;
}

/**
 * Counts, for this process, actions on pages: the gate is informed of the actions of each round, as they may request
 * documents, and the technique `event` of each explored page. Returns the counts so far when called.
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
