/** Elements of HTML whose text a page shows nobody; that of `noscript` it does where scripts do not run. */
export const silentElements: readonly string[] = ['script', 'style', 'template', 'noscript'];
