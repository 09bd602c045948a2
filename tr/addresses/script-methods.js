/** Functions that write, by the last of their names: `axios.post`, `$.post`, `http.delete`, `navigator.sendBeacon`. */
const WRITERS = {
    post: 'POST',
    postForm: 'POST',
    put: 'PUT',
    putForm: 'PUT',
    patch: 'PATCH',
    patchForm: 'PATCH',
    delete: 'DELETE',
    del: 'DELETE',
    destroy: 'DELETE',
    sendBeacon: 'POST',
};
/** Functions that read; those of `$.get` and `axios.get`. */
const READERS = /^(?:get|getJSON|load|fetch|head)$/;
const METHOD = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE)$/i;
/** Names under which options say the method, and those under which they say the address. */
const SAYS_METHOD = /^(?:method|type|verb|httpMethod|_method|formMethod)$/;
/**
 * By which methods a script asks for what it names, as far as its text tells: by the function that is called, by an
 * argument (`open('POST', '/x')`), by an option (`fetch('/x', { method: 'DELETE' })`, `{ type: 'POST', url: '/x' }`), also
 * where the address stands in a constant. It is told the script's tokens in their order.
 */
export class ScriptMethods {
    #asked = new Map();
    /** The strings that constants and members hold. */
    #held = new Map();
    #namesAsked = new Map();
    #open = [];
    /** The last name, and the one that a value is given to. */
    #name = '';
    #given = '';
    /** The method that an address is asked by: what writes, unless it is read, too; undefined where nothing tells. */
    of(address) {
        const methods = new Set(this.#asked.get(address));
        for (const [name, value] of this.#held)
            if (value === address)
                for (const method of this.#namesAsked.get(name) ?? [])
                    methods.add(method);
        return writtenBy(methods);
    }
    token(kind, value) {
        if (kind === 'name') {
            // What `new` makes asks as a function does: `new Request('/x', …)`.
            if (value === 'new')
                return;
            this.#name = value;
            this.#open.at(-1)?.names.push(value);
            return;
        }
        if (value === '=' || value === ':')
            this.#given = this.#name;
        else if (value === ',' || value === ';')
            this.#given = '';
        else if (value === '(' || value === '{' || value === '[') {
            const isCall = value === '(' && this.#name !== '';
            const callee = isCall ? this.#name : '';
            this.#open.push({ callee, isCall, addresses: [], names: [], method: undefined });
            this.#given = '';
        }
        else if (value === ')' || value === '}' || value === ']')
            this.#close();
        if (value !== '.' && value !== '?.')
            this.#name = '';
    }
    string(text) {
        const open = this.#open.at(-1);
        if (open && METHOD.test(text) && (SAYS_METHOD.test(this.#given) || (open.isCall && open.addresses.length === 0)))
            open.method = text.toUpperCase();
        else {
            if (this.#given !== '')
                this.#held.set(this.#given, text);
            open?.addresses.push(text);
        }
        this.#name = '';
        this.#given = '';
    }
    /** What an object says of its call or of the address in it; what a call says of its first argument. */
    #close() {
        const closed = this.#open.pop();
        if (!closed)
            return;
        const above = this.#open.at(-1);
        const { callee, isCall, addresses, names } = closed;
        if (!isCall) {
            if (closed.method !== undefined && addresses.length > 0)
                this.#asks(addresses, names, closed.method);
            if (above?.isCall)
                above.method ??= closed.method;
            return;
        }
        const method = WRITERS[callee] ?? closed.method ?? (READERS.test(callee) ? 'GET' : undefined);
        if (method !== undefined)
            this.#asks(addresses.slice(0, 1), addresses.length === 0 ? names : [], method);
    }
    #asks(addresses, names, method) {
        for (const address of addresses)
            note(this.#asked, address, method);
        for (const name of names)
            note(this.#namesAsked, name, method);
    }
}
function note(book, key, method) {
    const known = book.get(key) ?? new Set();
    book.set(key, known.add(method));
}
/** The method that counts among those by which an address is asked: GET where it is read, too. */
export const writtenBy = (methods) => methods.has('GET') || methods.has('HEAD') ? 'GET' : [...methods][0];
//# sourceMappingURL=script-methods.js.map