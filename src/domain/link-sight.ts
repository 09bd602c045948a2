/**
 * How a page, opened anew, shows a link. `outlined`: it is seen; `acted`: it is seen once something was done to the page;
 * `hidden`: an element has it that is not seen; `bare`: it stands in a script, a header or the like; `by-act`: it came when
 * something was done to the page, and is not seen; `gone`: it was not found.
 */
export type LinkSight = 'outlined' | 'acted' | 'hidden' | 'bare' | 'by-act' | 'gone';
