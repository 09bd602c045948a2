import { attribute } from './attribute.ts';
import { comment } from './comment.ts';
import { dataDocuments } from './data-documents.ts';
import { events, moreEvents } from './events.ts';
import { documents, files } from './files.ts';
import { frames } from './frames.ts';
import { globals } from './globals.ts';
import { header } from './header.ts';
import { jsonText } from './json-text.ts';
import { loadedJson } from './loaded-json.ts';
import { navigation } from './navigation.ts';
import { plainText } from './plain-text.ts';
import { renderedDom } from './rendered-dom.ts';
import { requests } from './requests.ts';
import { scriptText } from './script-text.ts';
import { scroll } from './scroll.ts';
import { source } from './source.ts';
import { style } from './style.ts';
import type { Technique } from './technique.ts';
import { time } from './time.ts';

/** In the order in which they are used; a link that two find is tagged with the first. */
export const techniques: readonly Technique[] = [
  renderedDom,
  attribute,
  frames,
  dataDocuments,
  source,
  header,
  time,
  scroll,
  events,
  moreEvents,
  navigation,
  requests,
  style,
  files,
  documents,
  loadedJson,
  scriptText,
  jsonText,
  globals,
  comment,
  plainText,
];
