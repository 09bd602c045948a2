import { fit } from './fit.ts';

/** The thread that fits trees. */
export default fit;
