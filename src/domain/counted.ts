/** `1 page`, `12,430 pages` */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${value.toLocaleString('en')} ${value === 1 ? one : many}`;
