import type { Attempt, Group } from './attempt.ts';
import type { Gesture } from './gestures.ts';

/** With `Escape` among the keys, without the focus, and when a form is sent or emptied, much of what is open closes. */
const CLOSING: readonly Gesture[] = ['key', 'blur', 'submit', 'toggle'];

/** Whether an act says that it closes something, or presses what stands around a field, such as what lies behind a dialog. */
export const isClosing = ({ planned }: Attempt): boolean =>
  planned.closes === true || planned.isAround === true || CLOSING.includes(planned.act[1]);
export const mayClose = ({ acts: [first] }: Group): boolean => first !== undefined && isClosing(first);

/**
 * What comes next of some groups: the fields of what was opened are filled before what may close it, and where one may look
 * for what is typed into it, what it has found is looked at before anything else is done.
 *
 * @param opener what was done last
 */
export function fieldsBeforeClosing(groups: readonly Group[], opener: Attempt | undefined): readonly Group[] {
  const isField = ({ acts: [first] }: Group) => first?.planned.act[1] === 'enter' || first?.planned.isTyped === true;
  const isOpened = (group: Group) =>
    opener !== undefined && isField(group) && group.acts[0]?.opener?.planned === opener.planned;
  const fields = groups.filter(isOpened);
  if (fields.length === 0) return groups;
  const others = groups.filter((group) => !isOpened(group));
  const at = Math.max(0, others.findIndex(mayClose));
  const behind = others.slice(at);
  const isControl = (group: Group) => group.acts[0]?.planned.isControl === true && !mayClose(group);
  const first = [...others.slice(0, at), ...behind.filter(isControl), ...fields];
  const isTyped = fields.some(({ acts }) => acts[0]?.planned.isTyped);
  return isTyped ? first : [...first, ...behind.filter((group) => !isControl(group))];
}
