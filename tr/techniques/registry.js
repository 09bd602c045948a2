import { attribute } from './attribute.js';
import { comment } from './comment.js';
import { dataDocuments } from './data-documents.js';
import { events, moreEvents } from './events.js';
import { documents, files } from './files.js';
import { frames } from './frames.js';
import { globals } from './globals.js';
import { header } from './header.js';
import { jsonText } from './json-text.js';
import { loadedJson } from './loaded-json.js';
import { navigation } from './navigation.js';
import { plainText } from './plain-text.js';
import { renderedDom } from './rendered-dom.js';
import { requests } from './requests.js';
import { scriptText } from './script-text.js';
import { scroll } from './scroll.js';
import { source } from './source.js';
import { style } from './style.js';
import { time } from './time.js';
/** In the order in which they are used; a link that two find is tagged with the first. */
export const techniques = [
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
//# sourceMappingURL=registry.js.map