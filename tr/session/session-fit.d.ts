import type { NewSite } from '../../domain/site.ts';
import type { SessionFile, StorageState } from './session-state.ts';
type AskedSite = Pick<NewSite, 'url' | 'scope'>;
/**
 * What is wrong with the files of a session before anything is asked for, a line each: cookies that have expired, cookies
 * and local storage that no site of the crawl gets.
 *
 * @param hasScripts whether pages' scripts run, which alone see local storage
 * @param now milliseconds since the epoch
 */
export declare function sessionWarnings(files: readonly SessionFile[], sites: readonly AskedSite[], hasScripts: boolean, now: number): string[];
/** Whether a session has something of a site's own domain. */
export declare function isSessionOf({ cookies, origins }: StorageState, start: URL): boolean;
export {};
