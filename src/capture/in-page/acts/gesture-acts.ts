import type { Gesture, Stroke } from '../../explore/gestures.ts';
import { attribute, boxOf, contains, isVisible, queryAll } from '../dom.ts';
import { at, basic, met, mouse, place, pointer, send, touch } from './events.ts';
import {
  BLANKS,
  changed,
  choose,
  enter,
  fill,
  focus,
  isNamed,
  mayBeFilled,
  SUBMITS,
  setField,
  setValue,
  typeText,
} from './field-acts.ts';
import { sliderValues, valuesOf } from './field-values.ts';
import { COPIED, LEFT, TOLD } from './gesture-elements.ts';
import { kept } from './kept-acts.ts';

/** Implementations of gestures, with the element, an optional field to use first, and the index of the option. */
type GestureActs = Readonly<
  Record<Gesture, (element: Element, field: Element | undefined, option: number) => void | Promise<void>>
>;

/** Page functions that gestures need. */
interface GesturePage {
  /** Tells whether the page has changed since the action began. */
  hasChanged(): boolean;
  /** Marks an element as the one clicked by the crawler. */
  actOn(element: Element | undefined): void;
}

/** Returns the last visible modal dialog, which blocks the rest of the page. */
export const dialogAbove = (): Element | undefined =>
  queryAll(document, 'dialog:modal, [aria-modal=true], .modal.show, .modal.in').findLast(isVisible);

/** Returns the button that submits a form, also if a key submits it. */
const submitterOf = (form: Element) => {
  const button = form.querySelector(SUBMITS);
  return button instanceof HTMLElement ? button : null;
};

const strike = (element: Element, stroke: Partial<Stroke>) => {
  const { key = '', keyCode = 0 } = stroke;
  for (const type of ['keydown', 'keypress', 'keyup']) {
    // A character has another code than the key that types it.
    const charCode = type === 'keypress' ? (key.length === 1 ? key.charCodeAt(0) : keyCode) : 0;
    const which = charCode || keyCode;
    send(element, new KeyboardEvent(type, { ...basic, ...stroke, keyCode: which, which, charCode }));
  }
};

const KEY_STROKES = [
  ['Enter', 13],
  ['ArrowDown', 40],
  ['Enter', 13],
  ['ArrowRight', 39],
  [' ', 32],
  ['a', 65],
  ['Escape', 27],
] as const;
/** Chained promises to await until frameworks have drawn the effect of a stroke. */
const TURNS = 10;
const answered = async () => {
  for (let turn = 0; turn < TURNS; turn++) await undefined;
};

/** Most strokes for one move of a slider. */
const MOST_STROKES = 100;
/** Length of a slider's rail as a multiple of the handle's, and most levels from the handle up to the rail. */
const RAIL_LENGTH = 3;
const MOST_ABOVE = 4;
const lengthOf = (element: Element, isUpright: boolean) => {
  const { width, height } = boxOf(element);
  return isUpright ? height : width;
};

/** Moves a slider to a value by keys or, if these have no effect, by a press on the rail. */
const slideTo = async (slider: Element, wanted: number) => {
  const numberOf = (name: string) => Number(attribute(slider, name));
  for (let count = 0; count < MOST_STROKES; count++) {
    const before = numberOf('aria-valuenow');
    if (before === wanted) return;
    const isBelow = before < wanted;
    const key = isBelow ? 'ArrowRight' : 'ArrowLeft';
    strike(slider, { key, code: key, keyCode: isBelow ? 39 : 37 });
    await answered();
    const after = numberOf('aria-valuenow');
    if (after < wanted !== isBelow) return;
    if (after === before) break;
  }
  const isUpright = slider.matches('[aria-orientation=vertical i]');
  let rail = slider;
  for (
    let above = 0;
    above < MOST_ABOVE && lengthOf(rail, isUpright) < RAIL_LENGTH * lengthOf(slider, isUpright);
    above++
  )
    rail = rail.parentElement ?? rail;
  const { left, top, width, height } = boxOf(rail);
  const [least, greatest] = [numberOf('aria-valuemin'), numberOf('aria-valuemax')];
  const part = (wanted - least) / (greatest - least);
  const there = isUpright
    ? place(left + width / 2, top + (1 - part) * height)
    : place(left + part * width, top + height / 2);
  mouse(rail, 'pointerdown mousedown', { ...there, button: 0, buttons: 1, detail: 1 });
  mouse(rail, 'pointerup mouseup click', { ...there, button: 0, detail: 1 });
};

const drag = (element: Element, chosen: Element | undefined) => {
  const dataTransfer = new DataTransfer();
  // A drop needs an element dragged from elsewhere, otherwise it has no data.
  const dragged = chosen ?? element.closest('[draggable=true]') ?? document.querySelector('[draggable=true]');
  if (dragged && dragged !== element) {
    send(dragged, new DragEvent('dragstart', { ...basic, dataTransfer }));
    for (const type of ['dragenter', 'dragover', 'drop'])
      send(element, new DragEvent(type, { ...basic, dataTransfer }));
    send(dragged, new DragEvent('dragend', { ...basic, dataTransfer }));
    return;
  }
  for (const type of ['dragstart', 'drag', 'dragenter', 'dragover', 'drop', 'dragend'])
    send(element, new DragEvent(type, { ...basic, dataTransfer }));
};

const blur = (element: Element) => {
  send(element, new FocusEvent('focusout', { ...basic, cancelable: false }));
  send(element, new FocusEvent('blur', { composed: true }));
};

/** Minimum distance of a swipe, in pixels; on wider elements half of the width. */
const SWIPE = 160;

/** Returns synthetic versions of a person's gestures. */
export function gestureActs(page: GesturePage): GestureActs {
  /** Swipes in two steps by touch; if nothing changes, by mouse. */
  const swipe = (element: Element, way: 1 | -1) => {
    const { clientX, clientY } = at(element);
    const length = way * Math.max(SWIPE, boxOf(element).width / 2);
    for (const [type, part] of [
      ['start', 0],
      ['move', 0.5],
      ['move', 1],
      ['end', 1],
    ] as const) {
      const there = place(clientX + part * length, clientY);
      const pointed = { start: 'pointerdown', move: 'pointermove', end: 'pointerup' }[type];
      const buttons = type === 'end' ? 0 : 1;
      send(element, new PointerEvent(pointed, { ...basic, ...there, ...pointer, buttons, pointerType: 'touch' }));
      const point = new Touch({ identifier: 1, target: element, ...there });
      const touches = type === 'end' ? [] : [point];
      send(
        element,
        new TouchEvent(`touch${type}`, { ...basic, touches, targetTouches: touches, changedTouches: [point] }),
      );
    }
    if (page.hasChanged()) return;
    mouse(element, 'pointerdown mousedown', { buttons: 1 });
    for (const part of [0.5, 1])
      mouse(element, 'pointermove mousemove', {
        ...place(clientX + part * length, clientY),
        buttons: 1,
        movementX: length / 2,
      });
    mouse(element, 'pointerup mouseup', place(clientX + length, clientY));
  };
  /** Strikes keys one by one until one changes the page, since another may undo that; continues there next time. */
  const keys = async (element: Element) => {
    const first = kept.struck.get(element) ?? 0;
    for (let count = 0; count < KEY_STROKES.length && !page.hasChanged(); count++) {
      const at = (first + count) % KEY_STROKES.length;
      const [key, keyCode] = KEY_STROKES[at] ?? ['', 0];
      strike(element, { key, code: key === ' ' ? 'Space' : key === 'a' ? 'KeyA' : key, keyCode });
      kept.struck.set(element, at + 1);
      await answered();
    }
  };
  const does: GestureActs = {
    press(element) {
      const there = at(element);
      const pressed = met(element);
      // SVG drawings react to the last position of the pointer.
      if (element instanceof SVGElement) mouse(pressed, 'pointerover mouseover', there);
      mouse(pressed, 'pointermove mousemove', there);
      mouse(pressed, 'pointerdown mousedown', { ...there, button: 0, buttons: 1, detail: 1 });
      mouse(pressed, 'pointerup mouseup click', { ...there, button: 0, detail: 1 });
    },
    spot(element, _, option) {
      const spot = kept.spots.get(element)?.[option];
      if (!spot) return;
      const { left, top, width, height } = boxOf(element);
      const there = place(left + spot.x * width, top + spot.y * height);
      mouse(element, 'pointerover pointerenter mouseover mouseenter pointermove mousemove', there);
      mouse(element, 'pointerdown mousedown', { ...there, button: 0, buttons: 1, detail: 1 });
      mouse(element, 'pointerup mouseup click', { ...there, button: 0, detail: 1 });
    },
    async slide(element, _, option) {
      const value = sliderValues(element)[option];
      if (value !== undefined) await slideTo(element, value);
    },
    hover: (element) => mouse(element, 'pointerover pointerenter mouseover mouseenter pointermove mousemove'),
    leave: (element) => mouse(element, 'pointerout pointerleave mouseout mouseleave'),
    focus,
    blur,
    enter,
    async key(element, field, option) {
      const stroke = field && [...kept.strokes.values()][option];
      if (stroke) strike(element, stroke);
      else await keys(element);
    },
    touch: (element) => touch(element, 'touchstart touchmove touchend'),
    'swipe-left': (element) => swipe(element, -1),
    'swipe-right': (element) => swipe(element, 1),
    double(element) {
      mouse(element, 'mousedown mouseup click mousedown mouseup click dblclick', { detail: 2 });
    },
    menu(element) {
      mouse(element, 'pointerdown mousedown contextmenu pointerup mouseup', { button: 2, buttons: 2 });
      mouse(element, 'auxclick', { button: 2 });
    },
    middle(element) {
      mouse(element, 'pointerdown mousedown pointerup mouseup auxclick', { button: 1, buttons: 4 });
    },
    hold(element) {
      mouse(element, 'pointerdown mousedown', { button: 0, buttons: 1 });
      touch(element, 'touchstart');
    },
    release(element) {
      mouse(element, 'pointerup mouseup', { button: 0 });
      touch(element, 'touchend');
    },
    submit(element, button) {
      if (mayBeFilled(element)) for (const field of element.querySelectorAll(BLANKS)) fill(field, false);
      const runs = (form: Element) => /^javascript:/.test(Reflect.get(HTMLFormElement.prototype, 'action', form));
      if (isNamed(element, 'form') && runs(element)) element.requestSubmit();
      else {
        const submitter = button instanceof HTMLElement ? button : submitterOf(element);
        send(element, new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter }));
        // The form's listeners are notified as its data is collected.
        if (isNamed(element, 'form')) new FormData(element);
      }
    },
    toggle(element) {
      if (isNamed(element, 'details')) element.open = true;
      for (const type of TOLD)
        send(element, new Event(type, { cancelable: true, bubbles: /end$|capture$|match$/i.test(type) }));
    },
    copy(element) {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'abc');
      for (const type of COPIED) send(element, new ClipboardEvent(type, { ...basic, clipboardData }));
    },
    drag,
    choose(element, field, option) {
      const input = field && isNamed(field, 'input') ? field : undefined;
      const isBox = input !== undefined && /^(radio|checkbox)$/.test(input.type);
      const box = isBox && !input.checked ? input : undefined;
      const text = kept.options[option];
      page.actOn(field);
      if (field && isNamed(field, 'select')) choose(field, option);
      else if (box) mouse(box, 'click', { detail: 1 });
      else if (input && valuesOf(input).length > 0) setField(input, text);
      else if (input && !isBox && text !== undefined) typeText(input, text);
      page.actOn(element);
      if (isNamed(element, 'form')) does.submit(element, undefined, 0);
      else if (element !== field) does.press(element, undefined, 0);
      // The next checkbox is to be the only one ticked.
      if (box?.type === 'checkbox' && box.checked) mouse(box, 'click', { detail: 1 });
    },
    async ask(element, _, option) {
      const { filled, ticked } = kept.asked.get(element) ?? { filled: [], ticked: [] };
      const isEmpty = (field: Element) => isNamed(field, 'input') && field.value === '' && !field.readOnly;
      const isOff = (box: Element) => isNamed(box, 'input') && !box.checked && !box.disabled;
      const [empty, off] = [filled.filter(isEmpty), option > 0 ? ticked.filter(isOff) : []];
      const typeOf = (field: Element | undefined) => field && isNamed(field, 'input') && field.type;
      for (const [at, field] of empty.entries()) {
        const before = empty.slice(0, at).some((other) => typeOf(other) === typeOf(field));
        const after = empty.slice(at + 1).some((other) => typeOf(other) === typeOf(field));
        page.actOn(field);
        fill(field, before && !after);
        await answered();
      }
      for (const box of off) {
        page.actOn(box);
        mouse(box, 'click', { detail: 1 });
        await answered();
      }
      for (const field of [...empty, ...off]) kept.filled.add(field);
      page.actOn(element);
      if (isNamed(element, 'form')) await does.submit(element, undefined, 0);
      else await does.press(element, undefined, 0);
    },
    restore(element) {
      if (isNamed(element, 'form'))
        for (const field of element.querySelectorAll(BLANKS)) does.restore(field, undefined, 0);
      if (isNamed(element, 'select')) {
        const first = Array.from(element.options).findIndex(({ defaultSelected }) => defaultSelected);
        choose(element, Math.max(0, first));
      } else if (isNamed(element, 'input') && /^(checkbox|radio)$/.test(element.type)) {
        if (element.checked !== element.defaultChecked) mouse(element, 'click', { detail: 1 });
      } else if (isNamed(element, 'input') || isNamed(element, 'textarea')) {
        setValue(element, element.defaultValue);
        changed(element);
        send(
          element,
          new KeyboardEvent('keyup', { ...basic, key: 'Backspace', code: 'Backspace', keyCode: 8, which: 8 }),
        );
      }
    },
    close(element) {
      const covering = dialogAbove();
      if (!covering) return;
      if (contains(covering, element)) return does.press(element, undefined, 0);
      const key = { ...basic, key: 'Escape', code: 'Escape', keyCode: 27, which: 27 };
      for (const type of ['keydown', 'keyup']) send(covering, new KeyboardEvent(type, key));
      if (covering instanceof HTMLDialogElement && covering.open) covering.close();
    },
    wheel(element) {
      for (const type of ['wheel', 'mousewheel']) send(element, new WheelEvent(type, { ...basic, deltaY: 300 }));
      send(element, new Event('scroll', { bubbles: element === document.documentElement }));
      if (element === document.documentElement) window.dispatchEvent(new Event('resize'));
    },
    away() {
      for (const type of Object.entries(LEFT).flatMap(([back, away]) => [away, back]))
        window.dispatchEvent(/^page/.test(type) ? new PageTransitionEvent(type) : new Event(type));
    },
  };
  return does;
}
