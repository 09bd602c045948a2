import { pageFunction } from '../browser/page-functions.js';
/** A function that runs in a page, see `controlKinds`. */
export const CONTROLS_IN_PAGE = pageFunction(controlKinds.toString());
/**
 * Runs in a page, in a world of our own: the kinds of controls that a document shows, each once. A kind is the element's
 * name, type and role with its classes or, where it has none, its words; numbers are left out. It is sent into browsers as it
 * stands, so it uses nothing from outside.
 */
function controlKinds() {
    const controls = 'button, select, textarea, input:not([type=hidden]), summary, [role=button], [role=tab], [role=option], [role=menuitem], [role=switch], [onclick], [onchange], [tabindex]:not(a)';
    const most = 500;
    const kinds = new Set();
    const shown = Array.from(Document.prototype.querySelectorAll.call(document, controls)).slice(0, most);
    for (const control of shown) {
        const attribute = (name) => Element.prototype.getAttribute.call(control, name) ?? '';
        const name = Reflect.get(Element.prototype, 'localName', control);
        const classes = attribute('class')
            .split(/\s+/)
            .filter((one) => one !== '' && !/\d/.test(one));
        const own = /^(?:select|textarea|input)$/.test(name) ? attribute('name') : '';
        const words = own || String(Reflect.get(Node.prototype, 'textContent', control)).slice(0, 100);
        const told = classes.length > 0 ? classes.slice(0, 3).join('.') : words.replace(/\d+/g, '').trim().slice(0, 30);
        kinds.add([name, attribute('type'), attribute('role'), told].join(' ').slice(0, 200));
    }
    return [...kinds];
}
//# sourceMappingURL=control-kinds.js.map