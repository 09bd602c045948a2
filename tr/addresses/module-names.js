/** What names modules: `import './a'`, `export … from './a'`, and functions that load them. */
const NAMES_ONE = /^(?:import|from)$/;
const LOADS = /^(?:require|requirejs|define|import|importScripts)$/;
/**
 * Tells which of a script's relative strings name modules, and no pages: those that are imported or required, and keys of an
 * object, as bundlers list them. It is told the script's tokens but for its strings, in their order.
 */
export class ModuleNames {
    #before = '';
    #beforeThat = '';
    /** Whether a list of modules is open. */
    #isList = false;
    /** @param next the token behind the string */
    isOne(text, next) {
        if (!text.startsWith('.'))
            return false;
        const isKey = next === ':' && /^[{,]$/.test(this.#before);
        const isLoaded = this.#before === '(' && LOADS.test(this.#beforeThat);
        return isKey || isLoaded || this.#isList || NAMES_ONE.test(this.#before);
    }
    token(value) {
        if (value === '[' && this.#before === '(' && LOADS.test(this.#beforeThat))
            this.#isList = true;
        else if (value === ']')
            this.#isList = false;
        this.#beforeThat = this.#before;
        this.#before = value;
    }
}
//# sourceMappingURL=module-names.js.map