import { answers } from './answers.ts';
import { applications } from './applications.ts';
import { attributes } from './attributes.ts';
import { consent } from './consent.ts';
import { cookies } from './cookies.ts';
import { drawn } from './drawn.ts';
import { encodings } from './encodings.ts';
import { endless } from './endless.ts';
import { failures } from './failures.ts';
import { files } from './files.ts';
import { framed, frames } from './frames.ts';
import { gestures } from './gestures.ts';
import { hostile, hostileFrames } from './hostile.ts';
import { linkForms } from './link-forms.ts';
import { linkless } from './linkless.ts';
import { redirected, redirects } from './redirects.ts';
import { scripted } from './scripted.ts';
import { tampering } from './tampering.ts';
import { texts } from './texts.ts';

/** Hostile and odd portals, for all tests. */
export const oddSites = [
  answers,
  applications,
  attributes,
  consent,
  cookies,
  drawn,
  encodings,
  endless,
  failures,
  files,
  framed,
  frames,
  gestures,
  hostile,
  hostileFrames,
  linkForms,
  linkless,
  redirected,
  redirects,
  scripted,
  tampering,
  texts,
];
