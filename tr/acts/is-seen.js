/**
 * Runs in a page: whether a person could use an element, as far as this can be told: it is shown, not inert, nothing
 * covers it. It is sent into browsers as it stands, so it uses nothing from outside.
 */
export function isSeen(element) {
    const is = (selector) => Element.prototype.closest.call(element, selector) !== null;
    if (!Element.prototype.checkVisibility.call(element, { visibilityProperty: true }) || is('[inert]'))
        return false;
    if (Document.prototype.querySelector.call(document, ':modal') && !is(':modal'))
        return false;
    const { left, top, width, height } = Element.prototype.getBoundingClientRect.call(element);
    const root = Node.prototype.getRootNode.call(element);
    if (root !== document)
        return true;
    const above = Document.prototype.elementFromPoint.call(document, left + width / 2, top + height / 2);
    const holds = (one, other) => Node.prototype.contains.call(one, other);
    // Out of view nothing is said.
    return above === null || holds(element, above) || holds(above, element);
}
//# sourceMappingURL=is-seen.js.map