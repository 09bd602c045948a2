import type { Gesture } from '../../explore/gestures.ts';
import { asking } from './ask.ts';
import { away } from './away.ts';
import { mouseButtons } from './buttons.ts';
import { choosing } from './choose.ts';
import { closing } from './close.ts';
import { copying } from './copy.ts';
import { dragging } from './drag.ts';
import { entering } from './enter.ts';
import { focusing } from './focus.ts';
import type { GesturePlugin } from './gesture.ts';
import { keys } from './key.ts';
import { pointing } from './point.ts';
import { pressing } from './press.ts';
import { scrolling } from './scroll.ts';
import { sliding } from './slide.ts';
import { spots } from './spot.ts';
import { submitting } from './submit.ts';
import { toggling } from './toggle.ts';
import { touching } from './touch.ts';

/** All gestures, in the order of planning. */
export const registry: Readonly<Record<Gesture, GesturePlugin>> = {
  ...spots,
  ...sliding,
  ...pressing,
  ...pointing,
  ...focusing,
  ...entering,
  ...choosing,
  ...asking,
  ...keys,
  ...touching,
  ...mouseButtons,
  ...submitting,
  ...toggling,
  ...dragging,
  ...copying,
  ...scrolling,
  ...away,
  ...closing,
};

const isGesture = (name: string): name is Gesture => name in registry;
export const inOrder: readonly Gesture[] = Object.keys(registry).filter(isGesture);
