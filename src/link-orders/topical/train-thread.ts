import { trainFuture } from './q-values.ts';

/** The thread that trains classifiers of links. */
export default trainFuture;
