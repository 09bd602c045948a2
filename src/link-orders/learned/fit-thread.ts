import { fit } from './boosted-trees.ts';

/** Work of the thread that fits trees. */
export default fit;
