import { rankWeb } from './rank-web.ts';

/** Work of the thread that ranks the known web. */
export default rankWeb;
