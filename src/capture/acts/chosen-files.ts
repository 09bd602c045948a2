/**
 * Runs in a page: which files are chosen in a field for files, one after the other: one of each kind that it accepts, four
 * kinds at most; a document, a table, a picture and a text where it accepts all. What is in them is small, and true to its
 * kind. Nothing is sent with them but what the page may send anyway. It is sent into browsers as it stands, so it uses
 * nothing from outside.
 */
export function chosenFiles() {
  const most = 4;
  /** The smallest picture: one pixel. */
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  const kinds: Readonly<Record<string, readonly [type: string, text: string]>> = {
    pdf: ['application/pdf', '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'],
    csv: ['text/csv', 'name,year\nabc,2020\n'],
    png: ['image/png', atob(pixel)],
    txt: ['text/plain', 'abc\n'],
    json: ['application/json', '{"name":"abc"}\n'],
    jpg: ['image/jpeg', atob(pixel)],
    xml: ['application/xml', '<name>abc</name>\n'],
  };
  const kindOf = (accepted: string): string | undefined => {
    if (accepted.startsWith('.')) return accepted.slice(1);
    const start = accepted.replace('*', '');
    const known = Object.entries(kinds).find(([, [type]]) => type.startsWith(start));
    return known?.[0] ?? /\/([\w-]+)$/.exec(accepted)?.[1];
  };
  const isField = (field: Element): field is HTMLInputElement =>
    field.localName === 'input' && Element.prototype.matches.call(field, '[type=file i]:not([webkitdirectory])');
  /** Names of the files that a field is given; none for fields of other kinds. */
  const filesFor = (field: Element): readonly string[] => {
    if (!isField(field)) return [];
    const accepted = (field.accept.toLowerCase().match(/[^\s,]+/g) ?? []).filter((one) => one !== '*/*');
    const asked = accepted.flatMap((one) => kindOf(one) ?? []);
    const isAny = accepted.length === 0;
    return [...new Set(isAny ? Object.keys(kinds) : asked)].slice(0, most).map((kind) => `sample.${kind}`);
  };
  /** Gives a field the file of a name. */
  const give = (field: HTMLInputElement, name: string) => {
    const [type, text] = kinds[name.replace(/^.*\./, '')] ?? ['application/octet-stream', 'abc\n'];
    const given = new DataTransfer();
    const bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
    given.items.add(new File([bytes], name, { type, lastModified: 0 }));
    field.files = given.files;
  };
  return { filesFor, give };
}
