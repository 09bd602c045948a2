/**
 * Runs in a page: what is typed into a field that may suggest something, one after the other: what it lists itself;
 * else letters that most words have, as few have the sample `abc`. It is sent into browsers as it stands, so it uses
 * nothing from outside.
 *
 * @returns none for fields of another kind, and for those that ask who somebody is
 */
export function typedTexts(field) {
    const most = 30;
    const words = 'input:is(:not([type]), [type=text i], [type=search i])';
    const personal = ':is([name*=mail i], [name*=phone i], [name*=user i], [name*=login i], [name*=pass i])';
    const isField = (element) => element.matches(words);
    if (!isField(field) || field.readOnly || field.matches(personal))
        return [];
    const listed = Array.from(field.list?.options ?? [], ({ value }) => value).filter((value) => value !== '');
    return listed.length > 0 ? listed.slice(0, most) : ['a', 'e', 'i'];
}
//# sourceMappingURL=typed-texts.js.map