/** Runs in a page, in a world of our own. It is sent into browsers as it stands, so it uses nothing from outside. */
export function elementLooks() {
    const attribute = (element, name) => Element.prototype.getAttribute.call(element, name) ?? '';
    const nameOf = (element) => Reflect.get(Element.prototype, 'localName', element);
    /** What an element is, with its attributes, and what it stands in: two steps up, or more where it makes a difference. */
    const patternOf = (element, isShort) => {
        const names = Element.prototype.getAttributeNames.call(element);
        const path = [];
        let node = element;
        const deepest = isShort ? 2 : 5;
        for (let depth = 0; node && depth < deepest; depth++, node = node.parentElement) {
            path.push(`${nameOf(node)}.${attribute(node, 'class').replace(/\d+/g, '').trim().split(/\s+/).slice(0, 3).join('.')}`);
        }
        return `${names.filter((name) => /^(data|aria)-/.test(name)).join()}.${path.join('<')}`;
    };
    /** What an element calls itself, wherever it stands. */
    const labelOf = (element) => {
        const own = (Reflect.get(Node.prototype, 'textContent', element) ?? '').slice(0, 100);
        const names = Element.prototype.getAttributeNames.call(element);
        const said = names.filter((name) => !/^(?:class|style|tabindex|disabled|aria-\w+)$/.test(name));
        return [own, ...said.map((name) => `${name}=${attribute(element, name)}`)].join(' ').slice(0, 300);
    };
    /** What an element looks like, and what stands around it. */
    const lookOf = (element) => {
        const path = [];
        let around = '';
        for (let node = element, depth = 0; depth < 6; depth++) {
            const parent = Reflect.get(Node.prototype, 'parentElement', node);
            const siblings = parent ? Array.from(parent.children) : [];
            path.push(`${nameOf(node)}.${attribute(node, 'class')}.${siblings.indexOf(node)}`);
            if (!parent)
                break;
            // What holds much is no sign of what is next to be done, and takes long to ask.
            if (depth < 3 && Element.prototype.getElementsByTagName.call(parent, '*')[60] === undefined)
                around = (Reflect.get(Node.prototype, 'textContent', parent) ?? '').slice(0, 500);
            node = parent;
        }
        const own = (Reflect.get(Node.prototype, 'textContent', element) ?? '').slice(0, 100);
        const attributes = Element.prototype.getAttributeNames
            .call(element)
            .map((name) => `${name}=${attribute(element, name)}`);
        return [path.join('<'), own, attributes.join(), around.replace(/\d+/g, '')].join('\n');
    };
    return { patternOf, labelOf, lookOf };
}
//# sourceMappingURL=element-looks.js.map