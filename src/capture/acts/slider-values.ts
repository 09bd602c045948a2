/**
 * Runs in a page: the values that an element which says that it is a slider is set to: all, of whole ones that are few, else
 * both ends and each tenth. It is sent into browsers as it stands, so it uses nothing from outside.
 *
 * @returns none for other elements, and for fields, which have values of their own
 */
export function sliderValues(element: Element): readonly number[] {
  const most = 12;
  const tenths = 10;
  const numberOf = (name: string, usual: number) => {
    const value = Element.prototype.getAttribute.call(element, name);
    return value === null || value.trim() === '' ? usual : Number(value);
  };
  if (!element.matches('[role=slider i][aria-valuenow]:not(input, [aria-disabled=true i])')) return [];
  const [least, greatest] = [numberOf('aria-valuemin', 0), numberOf('aria-valuemax', 100)];
  const range = greatest - least;
  if (!(range > 0 && Number.isFinite(range))) return [];
  const steps = Number.isInteger(range) && range < most ? range : tenths;
  return Array.from({ length: steps + 1 }, (_, index) => least + (index * range) / steps);
}
