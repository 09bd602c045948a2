import { allIn, attribute, attributeNames, nameOf, parentOf, queryAll, textOf } from '../dom.ts';

/** What an element controls together with others beside it, as buttons turn the pages of one of several tables. */
const controlledBy = (element: Element): string => {
  const controlled = attribute(element, 'aria-controls');
  const beside = controlled === '' ? undefined : element.parentElement?.parentElement;
  const others = Array.from(beside?.querySelectorAll('[aria-controls]') ?? []);
  return others.filter((one) => attribute(one, 'aria-controls') === controlled).length > 1 ? `#${controlled}` : '';
};

/** What an element is, with its attributes, and what it stands in: two steps up, or more where it makes a difference. */
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
  return `${said}${controlledBy(element)}.${path.join('<')}`;
};

/** Attributes that name elements: scripts that draw these again often count on. */
const NAMING =
  /^(?:id|for|name|list|form|aria-(?:controls|owns|labelledby|describedby|activedescendant|details|flowto)|data-(?:bs-)?target|data-select2-id|popovertarget|commandfor)$/;
/** Without what counts, or is made up by chance: parts of that may have no digit, as of hexadecimal numbers, and of Select2's names. */
const uncounted = (text: string) =>
  text
    .replace(/(?<=^select2-.*-)[a-z\d]{4}(?=-|$)/g, '')
    .replace(/[a-z\d]*\d[a-z\d]*|(?<![a-z\d])[a-f]{4,}(?![a-z\d])/gi, '');
/** Whether an attribute names its element, as data do that repeat its id; a value that does so is what is sent. */
const isNaming = (element: Element, name: string) =>
  NAMING.test(name) || (name.startsWith('data-') && attribute(element, name) === attribute(element, 'id'));
/** Spells an attribute, without the numbers that frameworks put into its name, such as `data-v-12`. */
const tellOf = (element: Element, name: string) => {
  const value = attribute(element, name);
  const told = name === 'class' || isNaming(element, name) ? uncounted(value) : value;
  return `${name.replace(/\d+/g, '')}=${told}`;
};

const shortTextOf = (node: Node): string => textOf(node).slice(0, 100);
/** The first text of the branch of a tree that a mark without one opens. */
const branchOf = (element: Element): string => {
  const branch = element.closest('[role=treeitem i]');
  const texts = branch && document.createTreeWalker(branch, NodeFilter.SHOW_TEXT);
  for (let text = texts?.nextNode(); text; text = texts?.nextNode())
    if (shortTextOf(text).trim() !== '') return shortTextOf(text);
  return '';
};

/** What an element calls itself, wherever it stands. */
export const labelOf = (element: Element): string => {
  const own = shortTextOf(element).trim() === '' ? branchOf(element) : shortTextOf(element);
  const names = attributeNames(element);
  const said = names.filter((name) => !/^(?:class|style|tabindex|disabled|aria-\w+)$/.test(name));
  return [own, ...said.map((name) => tellOf(element, name))].join(' ').slice(0, 300);
};

/** What an element looks like, where it stands, and what is said beside it. */
export const lookOf = (element: Element): string => {
  const path: string[] = [];
  for (let node: Element | null = element, depth = 0; node && depth < 6; depth++, node = parentOf(node)) {
    const siblings: Element[] = Array.from(parentOf(node)?.children ?? []);
    path.push(`${nameOf(node)}.${uncounted(attribute(node, 'class'))}.${siblings.indexOf(node)}`);
  }
  // What holds much is no sign of what is next to be done, and takes long to ask.
  const holder = parentOf(element);
  const isSmall = holder && allIn(holder)[60] === undefined;
  const beside = isSmall ? textOf(holder).slice(0, 500) : '';
  const names = attributeNames(element);
  // What names it tells it from what stands beside it, as its place does, and may be made up each time that it is drawn.
  const attributes = names.map((name) => (isNaming(element, name) ? name : tellOf(element, name)));
  return [path.join('<'), shortTextOf(element), attributes.join(), beside.replace(/\d+/g, '')].join('\n');
};

/** Elements beside each other that begin alike are rows. */
const isLike = (one: Element, other: Element | null) => {
  const begin = (row: Element) =>
    [row, ...Array.from(row.children).slice(0, 1)].map((node) => `${nameOf(node)}.${attribute(node, 'class')}`).join();
  return other !== null && begin(one) === begin(other);
};

/** The same of what stands in one of several rows that scripts draw again: by what else its row says, wherever that stands. */
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

/** The same of a link: by where it leads, whatever stands around it. */
export const linkLookOf = (element: Element): string | undefined => {
  const address = attribute(element, 'href');
  return /^(?!#|javascript:)./i.test(address) ? [nameOf(element), address, shortTextOf(element)].join('\n') : undefined;
};

/**
 * The kinds of controls that a document shows, each once. A kind is the element's
 * name, type and role with its classes or, where it has none, its words; numbers are left out.
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
    const told = classes.length > 0 ? classes.slice(0, 3).join('.') : words.replace(/\d+/g, '').trim().slice(0, 30);
    kinds.add([name, attribute(control, 'type'), attribute(control, 'role'), told].join(' ').slice(0, 200));
  }
  return [...kinds];
}
