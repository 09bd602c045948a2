/** Types of attributes, as GEXF and GraphML name them. */
export const XML_TYPES = { text: 'string', integer: 'long', number: 'double' } as const;

/** Labels as a format can have them, told apart by a number where two become the same. */
export function distinctLabels(labels: readonly string[], allowed: (label: string) => string): readonly string[] {
  const known = new Set<string>();
  return labels.map((label) => {
    const text = allowed(label.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
    let own = text;
    for (let copy = 2; known.has(own); copy++) own = `${text}_${copy}`;
    known.add(own);
    return own;
  });
}
