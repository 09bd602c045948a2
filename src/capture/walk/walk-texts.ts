import type { DocumentText, Dom, FrameText } from './walk.ts';
import { walkRules } from './walk-rules.ts';

/** Reads the texts of a document, including shadow roots that scripts of the page can see. */
export function walkTexts<Node>(dom: Dom<Node>): FrameText[] {
  /** Longest stored text, number of texts, and length of all texts, in characters. */
  const longest = 2_000_000;
  const most = 20_000;
  let room = 20_000_000;
  const inline = new Set(walkRules.inline.split(' '));
  const silent = new Set(walkRules.silent.split(' '));
  const texts: FrameText[] = [];
  const shown: string[] = [];
  const add = (kind: FrameText['kind'], text: string) => {
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
    if (kind && type !== 'application/ld+json') add(kind, dom.textContent(element));
  };
  const enter = (element: Node) => {
    const tag = dom.tagOf(element);
    if (!inline.has(tag)) shown.push('\n');
    if (tag === 'script') readScript(element);
    for (const name of dom.attributeNames(element)) {
      if (name.startsWith('on')) add('script', dom.attribute(element, name) ?? '');
      const href = name === 'href' ? (dom.attribute(element, name) ?? '') : '';
      if (/^\s*javascript:/i.test(href)) add('script', href.replace(/^\s*javascript:/i, ''));
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
      add('markup', dom.commentOf(item) ?? '');
    }
  }
  add('shown', shown.join(''));
  return texts;
}

/** Most stored characters and blocks of a page's visible text. */
export const textLimits = { characters: 1_000_000, blocks: 20_000 };

/**
 * Reads the visible text of a document by blocks and line breaks, without parts that the document itself hides. Keeps
 * text that style sheets hide, so that the result is equal with and without a browser.
 */
export function walkBlocks<Node>(dom: Dom<Node>): DocumentText {
  const names = (list: string) => new Set(list.split(' '));
  const inline = names(walkRules.inline);
  // A frame contains only the fallback text.
  const silent = names(`${walkRules.silent} ${walkRules.aside} iframe`);
  const blocks: string[] = [];
  let block = '';
  let room = textLimits.characters;
  let isCut = false;
  let asksPassword = false;
  const end = () => {
    const text = block.replace(/\s+/g, ' ').trim();
    block = '';
    if (text === '') return;
    if (blocks.length === textLimits.blocks || text.length > room) isCut = true;
    else blocks.push(text);
    room -= text.length;
  };
  const isHidden = (element: Node) =>
    dom.attribute(element, 'hidden') !== null || /\bdisplay\s*:\s*none\b/i.test(dom.attribute(element, 'style') ?? '');
  const stack: unknown[] = [dom.root];
  for (let item = stack.pop(); item !== undefined && !isCut; item = stack.pop()) {
    if (item === '\n') end();
    else if (dom.isElement(item)) {
      const tag = dom.tagOf(item);
      if (silent.has(tag) || isHidden(item)) continue;
      if (tag === 'input' && dom.attribute(item, 'type')?.trim().toLowerCase() === 'password') asksPassword = true;
      if (!inline.has(tag)) {
        end();
        stack.push('\n');
      }
      dom.pushChildren(item, tag, stack);
    } else block += dom.textOf(item) ?? '';
  }
  end();
  return { text: blocks.join('\n'), isCut, asksPassword };
}
