import { allIn, attribute, attributeNames, nameOf, parentOf, queryAll, textOf } from '../dom.ts';

/** Returns the id of an element that neighbours control as well, as buttons turn the pages of one of several tables. */
const controlledBy = (element: Element): string => {
  const controlled = attribute(element, 'aria-controls');
  const beside = controlled === '' ? undefined : element.parentElement?.parentElement;
  const others = Array.from(beside?.querySelectorAll('[aria-controls]') ?? []);
  return others.filter((one) => attribute(one, 'aria-controls') === controlled).length > 1 ? `#${controlled}` : '';
};

/** Returns the column of a cell, as a table's cells differ by column; days of a calendar do not. */
const columnOf = (element: Element): string =>
  element.matches('td, [role=gridcell i], [role=cell i]') && !/^\s*\d*\s*$/.test(textOf(element))
    ? `@${Array.from(element.parentElement?.children ?? []).indexOf(element)}`
    : '';

/** Describes an element and its attributes, with one ancestor, or four if `isShort` is false. */
export const patternOf = (element: Element, isShort: boolean): string => {
  const names = attributeNames(element);
  const path: string[] = [];
  let node: Element | null = element;
  const deepest = isShort ? 2 : 5;
  for (let depth = 0; node && depth < deepest; depth++, node = node.parentElement) {
    path.push(
      `${nameOf(node)}.${attribute(node, 'class').replace(/\d+/g, '').trim().split(/\s+/).slice(0, 3).join('.')}`,
    );
  }
  const said = names.filter((name) => /^(data|aria)-/.test(name)).join();
  return `${said}${controlledBy(element)}${columnOf(element)}.${path.join('<')}`;
};

/** Attributes that name elements: scripts that redraw these often count on. */
const NAMING =
  /^(?:id|for|name|list|form|aria-(?:controls|owns|labelledby|describedby|activedescendant|details|flowto)|data-(?:bs-)?target|data-select2-id|popovertarget|commandfor)$/;
/** Removes counters and random parts: words with digits, hexadecimal words, and ids of Select2. */
const uncounted = (text: string) =>
  text
    .replace(/(?<=^select2-.*-)[a-z\d]{4}(?=-|$)/g, '')
    .replace(/[a-z\d]*\d[a-z\d]*|(?<![a-z\d])[a-f]{4,}(?![a-z\d])/gi, '');
/** Tells whether an attribute names its element; data attributes do if equal to the id, but no submitted value. */
const isNaming = (element: Element, name: string) =>
  NAMING.test(name) || (name.startsWith('data-') && attribute(element, name) === attribute(element, 'id'));
/** Returns an attribute, without numbers that frameworks put into names, such as `data-v-12`. */
const tellOf = (element: Element, name: string) => {
  const value = attribute(element, name);
  const shortened = name === 'class' || isNaming(element, name) ? uncounted(value) : value;
  return `${name.replace(/\d+/g, '')}=${shortened}`;
};

const shortTextOf = (node: Node): string => textOf(node).slice(0, 100);
/** Returns the first text of the tree branch that an element without text opens. */
const branchOf = (element: Element): string => {
  const branch = element.closest('[role=treeitem i]');
  const texts = branch && document.createTreeWalker(branch, NodeFilter.SHOW_TEXT);
  for (let text = texts?.nextNode(); text; text = texts?.nextNode())
    if (shortTextOf(text).trim() !== '') return shortTextOf(text);
  return '';
};

/** Returns the label of an element, independent of its place. */
export const labelOf = (element: Element): string => {
  const own = shortTextOf(element).trim() === '' ? branchOf(element) : shortTextOf(element);
  const names = attributeNames(element);
  const said = names.filter((name) => !/^(?:class|style|tabindex|disabled|aria-\w+)$/.test(name));
  return [own, ...said.map((name) => tellOf(element, name))].join(' ').slice(0, 300);
};

/** Describes the look of an element, its place, and the text beside it. */
export const lookOf = (element: Element): string => {
  const path: string[] = [];
  for (let node: Element | null = element, depth = 0; node && depth < 6; depth++, node = parentOf(node)) {
    const siblings: Element[] = Array.from(parentOf(node)?.children ?? []);
    path.push(`${nameOf(node)}.${uncounted(attribute(node, 'class'))}.${siblings.indexOf(node)}`);
  }
  // A large parent says nothing about the element's purpose and takes long to query.
  const holder = parentOf(element);
  const isSmall = holder && allIn(holder)[60] === undefined;
  const beside = isSmall ? textOf(holder).slice(0, 500) : '';
  const names = attributeNames(element);
  // Names only distinguish an element from its neighbours, as the place does, and may be random.
  const attributes = names.map((name) => (isNaming(element, name) ? name : tellOf(element, name)));
  return [path.join('<'), shortTextOf(element), attributes.join(), beside.replace(/\d+/g, '')].join('\n');
};

/** Tells whether neighbours begin alike, as rows do. */
const isLike = (one: Element, other: Element | null) => {
  const begin = (row: Element) =>
    [row, ...Array.from(row.children).slice(0, 1)].map((node) => `${nameOf(node)}.${attribute(node, 'class')}`).join();
  return other !== null && begin(one) === begin(other);
};

/** Describes an element of a row by the row's other text, to find it after a redraw; undefined outside of rows. */
export const rowLookOf = (element: Element): string | undefined => {
  const own = shortTextOf(element).trim();
  let row: Element | null = element.parentElement;
  for (let depth = 0; row && depth < 3; depth++, row = row.parentElement) {
    const { nextElementSibling: next, previousElementSibling: previous } = row;
    if (!isLike(row, next) && !isLike(row, previous)) continue;
    const said = textOf(row).slice(0, 300).trim();
    if (said === own) continue;
    return [patternOf(element, false), labelOf(element), said].join('\n');
  }
  return undefined;
};

/** Describes a link by its address, independent of the surroundings; undefined for other elements. */
export const linkLookOf = (element: Element): string | undefined => {
  const address = attribute(element, 'href');
  return /^(?!#|javascript:)./i.test(address) ? [nameOf(element), address, shortTextOf(element)].join('\n') : undefined;
};

/**
 * Returns the kinds of controls in a document, each once: name, type and role, with classes or else words, without
 * numbers.
 */
export function controlKinds(): string[] {
  const controls =
    'button, select, textarea, input:not([type=hidden]), summary, [role=button], [role=tab], [role=option], [role=menuitem], [role=switch], [onclick], [onchange], [tabindex]:not(a)';
  const most = 500;
  const kinds = new Set<string>();
  const shown = queryAll(document, controls).slice(0, most);
  for (const control of shown) {
    const name = nameOf(control);
    const classes = attribute(control, 'class')
      .split(/\s+/)
      .filter((one) => one !== '' && !/\d/.test(one));
    const own = /^(?:select|textarea|input)$/.test(name) ? attribute(control, 'name') : '';
    const words = own || textOf(control).slice(0, 100);
    const ownName = classes.length > 0 ? classes.slice(0, 3).join('.') : words.replace(/\d+/g, '').trim().slice(0, 30);
    kinds.add([name, attribute(control, 'type'), attribute(control, 'role'), ownName].join(' ').slice(0, 200));
  }
  return [...kinds];
}
