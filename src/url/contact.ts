/** A page or a mail address, with `mailto:` or without, that can stand in the comment of a user agent. */
export const CONTACT = /^(https?:\/\/[!-'*-~]+|(mailto:)?[!-'*-?A-~]+@[!-'*-?A-~]+)$/;

/** What a contact is told that is none. */
export const NO_CONTACT = 'must be a page or a mail address, such as mailto:me@example.edu';
