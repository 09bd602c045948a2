/** Type names of attributes in GEXF and GraphML. */
export const XML_TYPES = { text: 'string', integer: 'long', number: 'double' } as const;

/** Returns labels valid in a format, with a number added to equal ones. @param allowed makes a label valid */
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
