import { attribute, matches } from '../dom.ts';

/** Number of values up to which all are tried. */
const MOST = 12;
const TENTHS = 10;
/** Unit of a field's step in `valueAsNumber`, and the default step in such units. */
const STEPS: Readonly<Record<string, readonly [unit: number, usual: number]>> = {
  range: [1, 1],
  number: [1, 1],
  date: [86_400_000, 1],
  month: [1, 1],
  week: [604_800_000, 1],
  time: [1000, 60],
  'datetime-local': [1000, 60],
};

const isInput = (element: Element): element is HTMLInputElement => element.localName === 'input';

/**
 * Returns the values of a field with limits, such as a slider or a day: all, if there are at most twelve. Of more,
 * returns both ends and the neighbours of the default, and each tenth of a slider.
 *
 * @returns none for other fields
 */
function boundedValues(field: Element): readonly string[] {
  if (!isInput(field)) return [];
  const of = STEPS[field.type];
  if (!of || (field.type !== 'range' && (field.min === '' || field.max === ''))) return [];
  // A separate field of the same type converts texts and numbers.
  const like = document.createElement('input');
  for (const name of ['type', 'min', 'max', 'step']) {
    const value = Element.prototype.getAttribute.call(field, name);
    if (value !== null) like.setAttribute(name, value);
  }
  const numberOf = (text: string) => {
    like.value = text;
    return like.valueAsNumber;
  };
  const textOf = (number: number) => {
    like.valueAsNumber = number;
    return like.value;
  };
  const step = (Number(field.step) || of[1]) * of[0];
  const [least, greatest] = [numberOf(field.min || '0'), numberOf(field.max || '100')];
  const count = Math.floor((greatest - least) / step) + 1;
  if (!(count > 0)) return [];
  if (count <= MOST) return Array.from({ length: count }, (_, index) => textOf(least + index * step));
  const middle = least + Math.floor(count / 2) * step;
  const begin = field.defaultValue === '' ? middle : numberOf(field.defaultValue);
  const isRange = field.type === 'range';
  const parts = Array.from({ length: isRange ? TENTHS - 1 : 0 }, (_, at) => {
    return least + Math.round(((at + 1) * (greatest - least)) / TENTHS / step) * step;
  });
  const numbers = [begin - step, begin + step, least, greatest, ...parts];
  // Values of a slider from end to end: of similar actions the ends are tried first.
  return [...new Set((isRange ? numbers.sort((a, b) => a - b) : numbers).map(textOf))];
}

/**
 * Returns the values for an ARIA slider: all if these are few integers, else both ends and each tenth.
 *
 * @returns none for other elements, and for fields, which have native values
 */
export function sliderValues(element: Element): readonly number[] {
  const numberOf = (name: string, usual: number) => {
    const value = attribute(element, name);
    return value.trim() === '' ? usual : Number(value);
  };
  if (!element.matches('[role=slider i][aria-valuenow]:not(input, [aria-disabled=true i])')) return [];
  const [least, greatest] = [numberOf('aria-valuemin', 0), numberOf('aria-valuemax', 100)];
  const range = greatest - least;
  if (!(range > 0 && Number.isFinite(range))) return [];
  const steps = Number.isInteger(range) && range < MOST ? range : TENTHS;
  return Array.from({ length: steps + 1 }, (_, index) => least + (index * range) / steps);
}

const MOST_KINDS = 4;
/** Smallest picture: one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const KINDS: Readonly<Record<string, readonly [type: string, text: string]>> = {
  pdf: ['application/pdf', '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'],
  csv: ['text/csv', 'name,year\nabc,2020\n'],
  png: ['image/png', atob(PIXEL)],
  txt: ['text/plain', 'abc\n'],
  json: ['application/json', '{"name":"abc"}\n'],
  jpg: ['image/jpeg', atob(PIXEL)],
  xml: ['application/xml', '<name>abc</name>\n'],
};
const kindOf = (accepted: string): string | undefined => {
  if (accepted.startsWith('.')) return accepted.slice(1);
  const start = accepted.replace('*', '');
  const known = Object.entries(KINDS).find(([, [type]]) => type.startsWith(start));
  return known?.[0] ?? /\/([\w-]+)$/.exec(accepted)?.[1];
};

const isFileField = (field: Element): field is HTMLInputElement =>
  isInput(field) && matches(field, '[type=file i]:not([webkitdirectory])');
/** Returns the names of files to choose in a field: one of each accepted type, four at most. Empty for other fields. */
const filesFor = (field: Element): readonly string[] => {
  if (!isFileField(field)) return [];
  const accepted = (field.accept.toLowerCase().match(/[^\s,]+/g) ?? []).filter((one) => one !== '*/*');
  const asked = accepted.flatMap((one) => kindOf(one) ?? []);
  const isAny = accepted.length === 0;
  return [...new Set(isAny ? Object.keys(KINDS) : asked)].slice(0, MOST_KINDS).map((kind) => `sample.${kind}`);
};

/** Sets a field to a small valid sample file, which only the page itself may send. */
export const giveFile = (field: HTMLInputElement, name: string) => {
  const [type, text] = KINDS[name.replace(/^.*\./, '')] ?? ['application/octet-stream', 'abc\n'];
  const given = new DataTransfer();
  const bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
  given.items.add(new File([bytes], name, { type, lastModified: 0 }));
  field.files = given.files;
};

/** Returns the values to set a field to, one after the other. */
export const valuesOf = (field: Element): readonly string[] => [...boundedValues(field), ...filesFor(field)];
