import { rankWeb } from './rank-web.ts';

/** The thread that ranks the known web. */
export default rankWeb;
