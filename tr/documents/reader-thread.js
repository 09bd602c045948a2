import { readers } from './readers.js';
/** One of the threads that read what is large. */
export default async ({ name, input }) => {
    const result = await readers[name].read(input);
    return result;
};
//# sourceMappingURL=reader-thread.js.map