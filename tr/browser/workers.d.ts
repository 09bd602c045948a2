import type { LivePage } from './live-page.ts';
/** Lets workers do what is due within their time. Answers whether that may have brought a link. */
export declare function settleWorkers(page: LivePage): Promise<boolean>;
