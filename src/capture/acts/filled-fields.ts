import { type Attempt, compatible, type Group, keyOf } from './attempt.ts';
import { targetOf } from './frame-act.ts';
import type { Act, Gesture } from './gestures.ts';

/** What fills fields: what it takes away is given back when they are as they were. */
const FILLS: readonly Gesture[] = ['enter', 'key', 'choose'];

/** Fields that took something away when they were filled, to be emptied when nothing new is left to try. */
export class FilledFields {
  #filled: Attempt[] = [];

  get length(): number {
    return this.#filled.length;
  }

  /** @param repeats so often its emptying counts as done again */
  add(done: readonly Attempt[], repeats: number): void {
    for (const { planned, group } of done) {
      const [target, gesture, field] = planned.act;
      if (!FILLS.includes(gesture)) continue;
      const act: Act = [field ?? target, 'restore'];
      const isOf = ({ planned: other }: Attempt) => other.act[0] === act[0] && other.frame === planned.frame;
      const isKnown = this.#filled.some(isOf);
      if (!isKnown) this.#filled.push({ planned: { ...planned, act }, group, repeats });
    }
  }

  /** Those that are emptied next. */
  next(most: number): readonly Attempt[] {
    return compatible(this.#filled, most);
  }

  take(emptied: readonly Attempt[]): void {
    this.#filled = this.#filled.filter((one) => !emptied.includes(one));
  }
}

/** Takes what is there since fields were filled, such as the options of another list: it goes when they are emptied. */
export function takeBrought(open: readonly Group[], filled: readonly Attempt[], most: number): Attempt[] {
  const fields = new Set(filled.map(keyOf));
  const isBrought = ({ opener }: Attempt) => {
    const [target, gesture, field] = opener?.planned.act ?? [];
    if (!opener || target === undefined || !gesture || !FILLS.includes(gesture)) return false;
    return fields.has(targetOf(opener.planned.frame, field ?? target));
  };
  const firsts = open.flatMap(({ acts }) => acts.find(isBrought) ?? []);
  const batch = compatible(firsts, most);
  for (const one of batch) {
    const { acts, fresh } = one.group;
    acts.splice(acts.indexOf(one), 1);
    one.group.fresh = Math.min(fresh, acts.length);
  }
  return batch;
}
