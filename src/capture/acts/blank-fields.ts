/**
 * Runs in a page, in a world of our own: which fields are filled before what they stand in is sent, or a button is pressed
 * that asks for them. It is sent into browsers as it stands, so it uses nothing from outside.
 */
export function blankFields() {
  /** Fields of forms that search have a word when they are sent; forms that have such fields as these may do something else. */
  const blanks =
    'input:is(:not([type]), [type=text i], [type=search i], [type=number i], [type=email i], [type=url i], [type=tel i])';
  /** They narrow what is found: they are filled for one try, and empty again then. */
  const days =
    'input:is([type=date i], [type=time i], [type=month i], [type=week i], [type=datetime-local i]):not([min][max])';
  const personal =
    'textarea, input:is([type=password i], [type=email i], [type=tel i], [type=file i], [name*=mail i], [name*=phone i], [name*=user i], [name*=login i], [name*=amount i], [name*=card i], [name*=code i])';
  const secret = 'input:is([type=password i], [type=file i])';
  const searching =
    '[role=search], [role=search] form, form:has([type=search i], [name=q i], [name=query i], [name=search i])';
  const mayBeFilled = (form: Element) =>
    form.querySelector(secret) === null && (form.matches(searching) || form.querySelector(personal) === null);
  /** Whether the same may be done to fields that stand in no form. */
  const isNobodys = (fields: readonly Element[]) => fields.every((field) => !field.matches(personal));
  return { blanks, days, mayBeFilled, isNobodys };
}
