/**
 * Runs in a page: what is typed into a field that may suggest something, one after the other: what it lists itself;
 * else letters, as few words have the sample `abc` in them: those first that most words have, then those that most begin
 * with; at last pairs of them, for what looks for nothing shorter. It is sent into browsers as it stands, so it uses nothing from outside.
 *
 * @returns none for fields of another kind, and for those that ask who somebody is
 */
export function typedTexts(field: Element): readonly string[] {
  const most = 30;
  const words = 'input:is(:not([type]), [type=text i], [type=search i])';
  const personal = ':is([name*=mail i], [name*=phone i], [name*=user i], [name*=login i], [name*=pass i])';
  const isField = (element: Element): element is HTMLInputElement => element.matches(words);
  if (!isField(field) || field.readOnly || field.matches(personal)) return [];
  const listed = Array.from(field.list?.options ?? [], ({ value }) => value).filter((value) => value !== '');
  return listed.length > 0
    ? listed.slice(0, most)
    : [...'aeisbmcrkldhwgtpnfjovyuz', 'in', 'an', 'er', 'co', 'ma', 'st', 'lo', 'ic'];
}
