import type { Gesture } from '../../explore/gestures.ts';
import { ask } from './ask.ts';
import { away } from './away.ts';
import { choose } from './choose.ts';
import { copy } from './copy.ts';
import { drag } from './drag.ts';
import { enter, restore } from './enter.ts';
import { blur, focus } from './focus.ts';
import type { GesturePlugin } from './gesture.ts';
import { key } from './key.ts';
import { hover, leave } from './point.ts';
import { close, double, hold, menu, middle, press, release } from './press.ts';
import { wheel } from './scroll.ts';
import { slide } from './slide.ts';
import { spot } from './spot.ts';
import { submit } from './submit.ts';
import { toggle } from './toggle.ts';
import { swipeLeft, swipeRight, touch } from './touch.ts';

/** All gestures, in the order of planning. */
export const registry: Readonly<Record<Gesture, GesturePlugin>> = {
  press,
  spot,
  slide,
  hover,
  leave,
  focus,
  blur,
  enter,
  choose,
  ask,
  key,
  touch,
  'swipe-left': swipeLeft,
  'swipe-right': swipeRight,
  double,
  menu,
  middle,
  hold,
  submit,
  toggle,
  drag,
  copy,
  wheel,
  away,
  release,
  restore,
  close,
};

const isGesture = (name: string): name is Gesture => name in registry;
export const inOrder: readonly Gesture[] = Object.keys(registry).filter(isGesture);
