import { trainFuture } from './train-future.ts';

/** The thread that trains classifiers of links. */
export default trainFuture;
