import { z } from 'zod';
import type { Dom } from './dom.ts';
import { plainText } from './plain-text.ts';
import type { WalkRules } from './walk-rules.ts';

/**
 * A text of a document. `script`: one that runs, or that an event runs; `json`: data; `markup`: what stands in comments,
 * and in scripts that are pieces of pages; `shown`: what its reader sees.
 */
const frameText = z.strictObject({ kind: z.enum(['script', 'json', 'markup', 'shown']), text: plainText });
export type FrameText = z.infer<typeof frameText>;
export const textsSchema = z.array(frameText);

/**
 * Reads the texts of a document, shadow roots that scripts of the page can see included. It is sent into browsers as it
 * stands, so it uses nothing from outside.
 */
export function walkTexts<Node>(dom: Dom<Node>, rules: WalkRules): FrameText[] {
  /** Longest text kept, all texts together, in characters, and how many. */
  const longest = 2_000_000;
  const most = 20_000;
  let room = 20_000_000;
  const inline = new Set(rules.inline.split(' '));
  const silent = new Set(rules.silent.split(' '));
  const texts: FrameText[] = [];
  const shown: string[] = [];
  const keep = (kind: FrameText['kind'], text: string) => {
    const kept = text.slice(0, Math.min(longest, room));
    if (texts.length === most || kept.trim() === '') return;
    texts.push({ kind, text: kept });
    room -= kept.length;
  };
  const readScript = (element: Node) => {
    const type = (dom.attribute(element, 'type') ?? '').trim().toLowerCase();
    const isScript = type === '' || type === 'module' || /^(?:text|application)\/(?:x-)?(?:java|ecma)script/.test(type);
    const kind = isScript
      ? 'script'
      : /json$/.test(type)
        ? 'json'
        : /html|template|handlebars|mustache/.test(type)
          ? 'markup'
          : undefined;
    if (kind && type !== 'application/ld+json') keep(kind, dom.textContent(element));
  };
  const enter = (element: Node) => {
    const tag = dom.tagOf(element);
    if (!inline.has(tag)) shown.push('\n');
    if (tag === 'script') readScript(element);
    for (const name of dom.attributeNames(element)) {
      if (name.startsWith('on')) keep('script', dom.attribute(element, name) ?? '');
      const href = name === 'href' ? (dom.attribute(element, name) ?? '') : '';
      if (/^\s*javascript:/i.test(href)) keep('script', href.replace(/^\s*javascript:/i, ''));
    }
    if (silent.has(tag)) return;
    if (!inline.has(tag)) stack.push('\n');
    dom.pushChildren(element, tag, stack);
  };
  const stack: unknown[] = [dom.root];
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    if (item === '\n') shown.push(item);
    else if (dom.isElement(item)) enter(item);
    else {
      shown.push(dom.textOf(item) ?? '');
      keep('markup', dom.commentOf(item) ?? '');
    }
  }
  keep('shown', shown.join(''));
  return texts;
}
