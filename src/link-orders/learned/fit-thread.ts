import { fit } from './boosted-trees.ts';

/** The thread that fits trees. */
export default fit;
