import { renderings } from '../domain/page.js';
/** How a crawl reads pages: each in one way, or `adaptive`: in Chromium where plain requests do not find the same links. */
export const renderChoices = [...renderings, 'adaptive'];
//# sourceMappingURL=capture.js.map