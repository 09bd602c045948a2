/**
 * Runs in a page: the values of a field that has bounds, such as a slider or a day of a term: all, or of more than twelve
 * both ends and those beside where it stands, and of a slider each tenth. It is sent into browsers as it stands, so it uses nothing from outside.
 *
 * @returns none for fields of other kinds
 */
export function boundedValues(field: Element): readonly string[] {
  const most = 12;
  const tenths = 10;
  /** What one step counts in numbers of the field, and how many steps it takes if it does not say. */
  const steps: Readonly<Record<string, readonly [unit: number, usual: number]>> = {
    range: [1, 1],
    number: [1, 1],
    date: [86_400_000, 1],
    month: [1, 1],
    week: [604_800_000, 1],
    time: [1000, 60],
    'datetime-local': [1000, 60],
  };
  const isInput = (element: Element): element is HTMLInputElement => element.localName === 'input';
  if (!isInput(field)) return [];
  const of = steps[field.type];
  if (!of || (field.type !== 'range' && (field.min === '' || field.max === ''))) return [];
  // A field of ours of the same kind knows what is a number in it.
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
  if (count <= most) return Array.from({ length: count }, (_, index) => textOf(least + index * step));
  const middle = least + Math.floor(count / 2) * step;
  const begin = field.defaultValue === '' ? middle : numberOf(field.defaultValue);
  const isRange = field.type === 'range';
  const parts = Array.from({ length: isRange ? tenths - 1 : 0 }, (_, at) => {
    return least + Math.round(((at + 1) * (greatest - least)) / tenths / step) * step;
  });
  const numbers = [begin - step, begin + step, least, greatest, ...parts];
  // Those of a slider from end to end: of what is alike the ends are tried first.
  return [...new Set((isRange ? numbers.sort((a, b) => a - b) : numbers).map(textOf))];
}
