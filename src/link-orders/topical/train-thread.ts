import { trainFuture } from './train-future.ts';

/** Work of the thread that trains classifiers of links. */
export default trainFuture;
