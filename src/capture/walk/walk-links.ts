import { formChoices } from './form-choices.ts';
import type { Carrier, Dom, Walk } from './walk.ts';
import { walkRules } from './walk-rules.ts';

/**
 * Reads the links of a document (elements whose href or src leads to a page, and forms) and all other texts with
 * addresses. One walk collects both text and links, so that a link's context is a slice of the text around the link.
 *
 * @param tellingIcons see walk/walk.ts
 */
export function walkLinks<Node>(dom: Dom<Node>, tellingIcons: string): Walk {
  const names = (list: string) => new Set(list.split(' '));
  const inline = names(walkRules.inline);
  const silent = names(walkRules.silent);
  silent.delete('noscript');
  const loadsResource = names('img script source track audio video input base image bgsound');
  const linkTypes = names(walkRules.linkTypes);
  const dataScripts = names(walkRules.dataScripts);
  const carriersOf = new Map(Object.entries(walkRules.attributes).map(([name, tags]) => [name, names(tags)]));
  const knownElements = names(walkRules.elements);
  const htmlElements = names(walkRules.htmlElements);
  const ownersOf = new Map(Object.entries(walkRules.owners).map(([name, tags]) => [name, names(tags)]));
  /** Tells whether an HTML element never had an attribute of this name in any standard. */
  const isUnowned = (tag: string, name: string) => htmlElements.has(tag) && ownersOf.get(name)?.has(tag) === false;
  const styles = names(walkRules.styles);
  /** Style with addresses. */
  const isStyle = /url\(|@import|image-set\(/i;
  /** Longest stored address and attribute, in characters; anything longer is a bad link anyway. */
  const longest = 5000;
  /** Most characters of an anchor, on each side of a link, and of the link's own text in its context. */
  const [longestAnchor, around, ownText] = [300, 100, 200];
  /** Characters left for attributes, style and data. */
  let room = 5_000_000;
  /** Characters left for links; a short address may be long once resolved. */
  let linkRoom = 30_000_000;
  /** Most names in a tag path (the innermost are stored), most characters of one name and of a path. */
  const deepest = 100;
  const longestName = 100;
  const longestPath = 1000;

  const fold = (words: string) => words.replace(/\s+/g, ' ').trim();
  const lower = (element: Node, name: string) => (dom.attribute(element, name) ?? '').trim().toLowerCase();

  /** Tag paths of nodes near the root, with the number of names. */
  const paths = new Map<Node, { text: string; depth: number }>();
  const tagPathOf = (element: Node): string => {
    const branch: Node[] = [];
    let above: Node | null = element;
    for (; above && !paths.has(above) && branch.length < deepest; above = dom.above(above)) branch.push(above);
    const known = above ? paths.get(above) : { text: '', depth: 0 };
    let { text, depth } = known ?? { text: '', depth: deepest };
    for (let node = branch.pop(); node; node = branch.pop()) {
      const name = dom.pathName(node, longestName);
      if (name !== undefined) text = text === '' ? name : `${text} ${name}`;
      if (++depth < deepest) paths.set(node, { text, depth });
    }
    return (depth < deepest ? text : text.split(' ').slice(-deepest).join(' ')).slice(-longestPath);
  };

  /** Texts of images, with the number of elements before each image. */
  const images: { at: number; alt: string }[] = [];
  let elements = 0;
  /** Returns the text of the first image in a range of elements. */
  const imageText = (from: number, to: number): string => {
    let low = 0;
    for (let high = images.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((images[middle]?.at ?? 0) < from) low = middle + 1;
      else high = middle;
    }
    const image = images[low];
    return image && image.at < to ? image.alt : '';
  };

  const telling = new RegExp(tellingIcons, 'i');
  const label = (element: Node, from: number, to: number): string =>
    imageText(from, to) ||
    dom.attribute(element, 'title') ||
    dom.attribute(element, 'aria-label') ||
    dom.attribute(element, 'alt') ||
    (telling.exec(dom.iconNames(element))?.[0] ?? '').replace(/[-_]/g, ' ');

  const text: string[] = [];
  let length = 0;
  let endsBlank = true;
  /** Adds words to the page's text, with white space folded to one blank. */
  const say = (words: string) => {
    let folded = words.replace(/\s+/g, ' ');
    if (endsBlank && folded.startsWith(' ')) folded = folded.slice(1);
    if (folded === '') return;
    text.push(folded);
    length += folded.length;
    endsBlank = folded.endsWith(' ');
  };

  /** Attributes about a link's target or look rather than its effect. */
  const mute = names('href xlink:href target style src srcset rel action method hreflang type tabindex download');
  /** Most stored characters of one attribute, and of all attributes of an element. */
  const [longestSaid, longestOfAll] = [200, 1000];
  /** Most letters and elements of a link that may contain an icon; larger links are cards or parts of the page. */
  const [mostBesideIcon, mostInIcon] = [60, 5];
  /** Most attributes read of one element, and most texts read by identifier in a document. */
  const [mostAttributes, mostTexts] = [30, 300];
  const textsById = new Map<string, string>();
  const textOf = (id: string): string => {
    const known = textsById.get(id);
    if (known !== undefined || textsById.size >= mostTexts) return known ?? '';
    const found = dom.textOfId(id).slice(0, longestSaid);
    textsById.set(id, found);
    return found;
  };
  const described = (element: Node, name: string): string =>
    (dom.attribute(element, name) ?? '').split(/\s+/, 5).map(textOf).join(' ');

  /** Returns an element's hints beside its text: see `said` of a walk. */
  const saidBy = ({ element, lead, tag, from, to, first, last }: (typeof links)[number]): string => {
    const lines = [...(lead.form?.buttons ?? [])];
    const add = (name: string, value: string) => lines.push(`${name} ${fold(value.slice(0, longestSaid))}`);
    for (const name of dom.attributeNames(element).slice(0, mostAttributes))
      if (!mute.has(name))
        add(
          name,
          /^aria-(?:labelled|described)by$/.test(name)
            ? described(element, name)
            : (dom.attribute(element, name) ?? ''),
        );
    if (tag !== 'form' && last > first && last - first <= mostInIcon && to - from <= mostBesideIcon)
      add('icon', dom.iconNames(element));
    return lines.join('\n').slice(0, longestOfAll);
  };

  /** Method of a form; a hidden field may override the method with one that browsers do not know. */
  interface Form {
    readonly method: string;
    override: string;
    /** Texts of the buttons that submit the form: lines as in `said`. */
    readonly buttons: string[];
  }
  let form: Form | undefined;
  const sent = (method: string) => (/^(post|put|patch|delete|dialog)$/.test(method) ? method.toUpperCase() : 'GET');

  /** Target of an element, with attribute and method. */
  interface Lead {
    readonly attribute: string;
    readonly raw: string;
    readonly method: string;
    readonly form?: Form | undefined;
  }
  /** Returns the method that a script of the page uses on a click. */
  const clicked = (element: Node, attributes: readonly string[]): string => {
    const name = ['data-method', 'data-turbo-method'].find((one) => attributes.includes(one));
    return (name && dom.attribute(element, name)?.trim().toUpperCase()) || 'GET';
  };

  const hyperlink = (element: Node, tag: string, attributes: readonly string[]): Lead | undefined => {
    if (loadsResource.has(tag)) return undefined;
    // In drawings, elements other than `a` refer to parts of the drawing.
    if (tag.startsWith('svg:') && tag !== 'svg:a') return undefined;
    if (tag === 'link') {
      const types = lower(element, 'rel').split(/\s+/);
      if (types.includes('stylesheet') || !types.some((type) => linkTypes.has(type))) return undefined;
    }
    const own = ['href', 'src'].find((name) => attributes.includes(name) && !isUnowned(tag, name));
    const xlink = own ?? attributes.find((name) => name.endsWith(':href'));
    if (xlink === undefined) return undefined;
    const raw = own === undefined ? dom.xlinkHref(element) : dom.attribute(element, own);
    return raw === null ? undefined : { attribute: xlink, raw, method: clicked(element, attributes) };
  };

  const submission = (element: Node, tag: string, attributes: readonly string[]): Lead | undefined => {
    if (tag === 'form') {
      form = { method: sent(lower(element, 'method')), override: '', buttons: [] };
      const action = dom.attribute(element, 'action') ?? '';
      // A form without an address is sent to the page itself.
      const isElsewhere = action.trim() !== '';
      if (form.method === 'DIALOG' || (!isElsewhere && form.method === 'GET')) return undefined;
      if (templates === 0 && form.method === 'GET') {
        choices.begin(element, action);
        stack.push(-2);
      }
      const raw = isElsewhere ? action : dom.address.replace(/#.*/s, '');
      return { attribute: 'action', raw, method: form.method, form };
    }
    const raw = attributes.includes('formaction') ? dom.attribute(element, 'formaction') : null;
    if (raw === null || raw.trim() === '' || !form) return undefined;
    const type = lower(element, 'type');
    const submits =
      tag === 'input' ? /^(submit|image)$/.test(type) : tag === 'button' && !/^(button|reset)$/.test(type);
    const method = attributes.includes('formmethod') ? sent(lower(element, 'formmethod')) : form.method;
    return submits && method !== 'DIALOG' ? { attribute: 'formaction', raw, method, form } : undefined;
  };

  /** Links, with the range of their text and of the elements inside. */
  const links: {
    element: Node;
    lead: Lead;
    tag: string;
    from: number;
    to: number;
    first: number;
    last: number;
    anchor?: string;
  }[] = [];
  const choices = formChoices(dom);
  const carriers: Carrier[] = [];
  /** Nodes to visit; index of an ending link; blank at a block's end; -1 at a template's end; -2 at a form's end. */
  const stack: unknown[] = [...dom.passed.flatMap((link) => [link, ' ']), dom.root];
  /** Number of templates around the current node. */
  let templates = 0;
  let isCut = false;

  const carry = (element: Node, tag: string, name: string, written: string, method = 'GET') => {
    const isList = name.endsWith('srcset');
    // Skips parts of the document and schemes without a server; a list may hold other addresses as well.
    if (!isList && /^\s*(?:$|#|data:|javascript:|blob:)/i.test(written)) return;
    const value = isList ? written.replace(/(?<=^|[\s,])data:\S+/gi, 'data:') : written;
    if (dom.wasReported(`${method} ${tag} ${name}`, value)) return;
    if (carriers.length >= walkRules.mostLinks || value.length > room) {
      isCut = true;
      return;
    }
    room -= value.length;
    const isObject = tag === 'object' || tag === 'applet';
    carriers.push({
      element: tag.slice(0, 100),
      name: name.slice(0, longest),
      value,
      rel: tag === 'link' ? fold(dom.attribute(element, 'rel') ?? '').slice(0, 100) : '',
      method,
      base: isObject && name !== 'codebase' ? (dom.attribute(element, 'codebase') ?? '').slice(0, longest) : '',
      isTemplate: templates > 0,
    });
  };

  /** Stores the value of a non-standard attribute, or of one that names a thing (`itemid`), if it may be an address. */
  const carryUnknown = (element: Node, tag: string, name: string, as = name) => {
    const value = dom.attribute(element, name) ?? '';
    if (!/^(?:on|xmlns)/.test(name) && /^(?:https?:\/\/|\.{0,2}\/)\S+$/i.test(value)) carry(element, tag, as, value);
  };

  /** Stores addresses in attributes, except in the attribute of the element's link. */
  const carryAttributes = (element: Node, tag: string, attributes: readonly string[], leading: string | undefined) => {
    const isKnown = tag.includes(':') || knownElements.has(tag);
    for (const name of attributes) {
      const tags = carriersOf.get(name);
      if (isUnowned(tag, name)) carryUnknown(element, tag, name, 'unowned');
      else if (tags) {
        if (name === leading || !(tags.has('*') || tags.has(tag))) {
          if (name !== leading && !isKnown) carryUnknown(element, tag, name);
        } else if (tag === 'base') carry(element, tag, name, dom.resolve('') ?? '');
        else carry(element, tag, name, dom.attribute(element, name) ?? '');
      } else if (styles.has(name)) {
        const style = dom.attribute(element, name) ?? '';
        if (style.includes('(') && isStyle.test(style)) carry(element, tag, 'style', style);
      } else if (name.startsWith('data-') || name.startsWith('hx-')) {
        const value = dom.attribute(element, name) ?? '';
        const asked = /^(?:data-)?hx-(get|post|put|patch|delete)$/.exec(name)?.[1];
        if (asked !== undefined) carry(element, tag, 'hx', value, asked.toUpperCase());
        else if (name.startsWith('hx-')) continue;
        else if (name.endsWith('srcset') || /^(?:https?:\/\/|\.{0,2}\/)\S+$/i.test(value))
          carry(element, tag, name, value);
      } else if (!isKnown || name === 'itemid') carryUnknown(element, tag, name);
    }
  };

  /** Stores addresses in an element's content, or in attributes that contain more than an address. */
  const carryContent = (element: Node, tag: string) => {
    if (tag === 'meta') {
      const key = ['http-equiv', 'property', 'name', 'itemprop']
        .map((name) => lower(element, name))
        .find((one) => one !== '');
      if (key !== undefined) carry(element, tag, key, dom.attribute(element, 'content') ?? '');
    } else if (tag === 'param') {
      carry(element, tag, lower(element, 'name'), dom.attribute(element, 'value') ?? '');
    } else if (tag === 'script') {
      const type = lower(element, 'type');
      if (dataScripts.has(type)) carry(element, tag, type, dom.textContent(element));
    } else if (tag === 'style' || tag === 'svg:style') {
      const sheet = dom.textContent(element);
      if (isStyle.test(sheet)) carry(element, tag, 'style', sheet);
    } else if (tag === 'input' && form && lower(element, 'name') === '_method') {
      const method = sent(lower(element, 'value'));
      if (/^(PUT|PATCH|DELETE)$/.test(method)) form.override = method;
    }
  };

  /** Most buttons read of a form. */
  const mostButtons = 5;
  const seeButton = ({ method, buttons }: Form, element: Node, tag: string) => {
    const type = lower(element, 'type');
    const sends = tag === 'input' ? /^(?:submit|image)$/.test(type) : !/^(?:button|reset)$/.test(type);
    if (method !== 'GET' || !sends || buttons.length >= 2 * mostButtons) return;
    const text = tag === 'button' ? dom.textContent(element) : (dom.attribute(element, 'value') ?? '');
    buttons.push(`button ${fold(text.slice(0, longestSaid))}`, `name ${lower(element, 'name').slice(0, longestSaid)}`);
  };

  const enter = (element: Node) => {
    const tag = dom.tagOf(element);
    const isShown = templates === 0;
    if (isShown && !inline.has(tag)) {
      say(' ');
      stack.push(' ');
    }
    const attributes = dom.attributeNames(element);
    if (form && (tag === 'button' || tag === 'input')) seeButton(form, element, tag);
    elements++;
    if (tag === 'img' && isShown) {
      const alt = dom.attribute(element, 'alt');
      if (alt) images.push({ at: elements, alt: alt.slice(0, longest) });
    }
    if (attributes.length > 0 || tag === 'form') {
      const leading = submission(element, tag, attributes) ?? hyperlink(element, tag, attributes);
      const lead = leading && isShown && dom.wasReported(leading.method, leading.raw) ? undefined : leading;
      if (lead && !isShown) carry(element, tag, lead.attribute, lead.raw, lead.method);
      else if (lead && links.length >= walkRules.mostLinks) isCut = true;
      else if (lead) {
        stack.push(links.length);
        links.push({ element, lead, tag, from: length, to: length, first: elements + 1, last: elements + 1 });
      }
      carryAttributes(element, tag, attributes, leading?.attribute);
    }
    carryContent(element, tag);
    if (isShown) choices.see(element, tag);
    if (tag === 'template') {
      templates++;
      stack.push(-1);
      dom.pushContent(element, stack);
    } else if (!silent.has(tag)) dom.pushChildren(element, tag, stack);
  };

  const leadByChoices = () => {
    for (const { element, raw, anchor } of choices.end()) {
      if (dom.wasReported('GET', raw)) continue;
      if (links.length >= walkRules.mostLinks) isCut = true;
      else {
        const lead = { attribute: 'action', raw, method: 'GET', form };
        const at = { from: length, to: length, first: elements + 1, last: elements + 1 };
        links.push({ element, lead, tag: dom.tagOf(element), ...at, anchor });
      }
    }
  };

  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    if (item === ' ') say(' ');
    else if (item === -1) templates--;
    else if (item === -2) leadByChoices();
    else if (typeof item === 'number') {
      const link = links[item];
      if (link) {
        link.to = length;
        link.last = elements + 1;
      }
    } else if (dom.isElement(item)) enter(item);
    else if (templates === 0) {
      const words = dom.textOf(item);
      if (words !== undefined) say(words);
    }
  }

  const all = text.join('');
  const walked: Walk['links'] = [];
  for (const found of links) {
    const { element, lead, tag, from, to, first, last, anchor = '' } = found;
    const { raw, method, form } = lead;
    const said = method === 'GET' ? saidBy(found) : '';
    const url = dom.resolve(raw)?.slice(0, longest);
    const link = {
      raw: raw.slice(0, longest),
      ...(url === undefined ? {} : { url }),
      method: (method === 'POST' && form?.override) || method,
      anchor: (
        anchor ||
        all.slice(from, Math.min(to, from + longestAnchor)).trim() ||
        fold(label(element, first, last))
      ).slice(0, longestAnchor),
      context: all.slice(Math.max(0, from - around), Math.min(to, from + ownText) + around).trim(),
      rel: fold(dom.attribute(element, 'rel') ?? '').slice(0, 100),
      element: tag.slice(0, 100),
      tagPath: tagPathOf(element),
      ...(said === '' ? {} : { said }),
    };
    linkRoom -= said.length + link.raw.length + (url?.length ?? 0) + link.tagPath.length;
    if (linkRoom < 0) {
      isCut = true;
      break;
    }
    walked.push(link);
  }
  return { links: walked, carriers, isCut };
}
