import { chmodSync, closeSync, openSync } from 'node:fs';
/** Makes a file that nobody but its owner may read, or makes one that is there so. */
export function makePrivate(file) {
    closeSync(openSync(file, 'a', 0o600));
    chmodSync(file, 0o600);
}
//# sourceMappingURL=private-file.js.map