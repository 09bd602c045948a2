/**
 * Runs in a page: the small block, such as a sheet or a dialog that nobody has opened, with which a control is hidden, so
 * that nobody can use it as long as its scripts don't show it. What a style sheet alone shows, to a pointer or to the focus,
 * is not hidden; nor are fields, as what is drawn in their place is used. It is sent into browsers as it stands, so it uses
 * nothing from outside.
 */
export function hiddenBlock(element) {
    /** Selectors of style sheets that are looked at. */
    const mostSelectors = 10_000;
    /** Controls of a block that asks something: more are a menu, a view, a page. */
    const most = 5;
    const controls = 'a, button, summary, select, [role=button], [role=tab], [role=option], [role=menuitem], [onclick], input:is([type=button i], [type=submit i], [type=reset i], [type=image i])';
    const dialogs = 'dialog, [role=dialog], [role=alertdialog], [aria-modal=true]';
    /** Fields, and parts of a picture, which are never drawn. */
    const others = 'input:not([type=button i], [type=submit i], [type=reset i], [type=image i]), select, textarea, label, area';
    const is = (one, selector) => Element.prototype.matches.call(one, selector);
    const above = (one) => Reflect.get(Node.prototype, 'parentElement', one);
    const isSeenAt = (one) => Element.prototype.checkVisibility.call(one, { visibilityProperty: true });
    const isShown = (one) => {
        const { display, pointerEvents } = getComputedStyle(one);
        const outer = above(one);
        if (display === 'contents')
            return outer === null || isShown(outer);
        // What can't be seen and lets the pointer through can't be pressed.
        const isPassed = pointerEvents === 'none' && !Element.prototype.checkVisibility.call(one, { opacityProperty: true });
        return isSeenAt(one) && !isPassed && !is(one, '[inert], [inert] *');
    };
    if (is(element, others) || isShown(element))
        return undefined;
    let block = element;
    for (let outer = above(element); outer && !isShown(outer); outer = above(outer))
        block = outer;
    const isDialog = Element.prototype.closest.call(element, dialogs) !== null;
    const within = Element.prototype.querySelectorAll.call(block, controls).length;
    if (!isDialog && (within > most || is(block, 'html, body')))
        return undefined;
    return is(block, shownByStyle()) ? undefined : block;
    /** What style sheets show so, as one selector: a list is read once, and matched in one call. It is kept until rules are added. */
    function shownByStyle() {
        const sheets = Array.from(document.styleSheets).flatMap((sheet) => {
            try {
                return [sheet.cssRules];
            }
            catch {
                // One of another origin can't be read.
                return [];
            }
        });
        const rules = sheets.reduce((sum, { length }) => sum + length, 0);
        const symbol = Symbol.for('shown by style');
        const known = Reflect.get(globalThis, symbol);
        if (known?.rules === rules)
            return known.selector;
        const state = /:(?:hover|active|focus(?:-within|-visible)?|target|checked)\b/g;
        const selectors = [];
        const read = (list) => {
            for (const rule of Array.from(list)) {
                if (selectors.length >= mostSelectors)
                    return;
                if (rule instanceof CSSStyleRule && rule.selectorText.search(state) >= 0)
                    selectors.push(rule.selectorText.replace(state, ':is(*)'));
                if ('cssRules' in rule && rule.cssRules instanceof CSSRuleList)
                    read(rule.cssRules);
            }
        };
        for (const sheet of sheets)
            read(sheet);
        // What can't be matched is passed over in it.
        const selector = `:is(${selectors.join()})`;
        Reflect.set(globalThis, symbol, { rules, selector });
        return selector;
    }
}
//# sourceMappingURL=hidden-block.js.map