import { isScriptAddress } from '../acts/addresses.ts';
import { send } from '../acts/events.ts';
import { BLANKS, fill, isNamed, mayBeFilled, SUBMITS } from '../acts/field-acts.ts';
import { inside, ownOf } from '../acts/listening.ts';
import { addWithEach } from '../acts/worded-acts.ts';
import { nameOf } from '../dom.ts';
import type { GesturePlugin } from './gesture.ts';

/** Returns the button that submits a form, also if a key submits it. */
const submitterOf = (form: Element) => {
  const button = form.querySelector(SUBMITS);
  return button instanceof HTMLElement ? button : null;
};
const runsScript = (form: Element) => /^javascript:/.test(Reflect.get(HTMLFormElement.prototype, 'action', form));

/** Fills the empty fields of a form and submits it, with the given button. */
export const submit = {
  events: ['submit', 'formdata'],
  elements: (root) =>
    ownOf(root)
      .filter((one) => nameOf(one) === 'form')
      .concat(inside(root, 'form')),
  planAt(form, place, root, plan) {
    plan(form, 'submit', place, root);
    addWithEach(form, 'submit', inside(form, SUBMITS).slice(1), place, root);
  },
  planUnheard(plan) {
    for (const form of inside(document, 'form[action*="script:" i]'))
      if (isScriptAddress(form.getAttribute('action') ?? '')) plan(form, 'submit', 'natural');
  },
  usedFor: (form) => inside(form, SUBMITS)[0],
  perform(form: Element, button?: Element) {
    if (mayBeFilled(form)) for (const field of form.querySelectorAll(BLANKS)) fill(field, false);
    if (isNamed(form, 'form') && runsScript(form)) return form.requestSubmit();
    const submitter = button instanceof HTMLElement ? button : submitterOf(form);
    send(form, new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter }));
    // The form's listeners are notified as its data is collected.
    if (isNamed(form, 'form')) new FormData(form);
  },
} satisfies GesturePlugin;
