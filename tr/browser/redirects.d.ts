import type { Response } from 'playwright';
import type { FoundLink } from '../../domain/link.ts';
import type { Habits } from '../acts/habits.ts';
import type { LoadedAnswer } from '../loaded-page.ts';
import type { VisitPace } from '../network/visit-pace.ts';
import type { Tab } from './tab.ts';
/**
 * The answers that led to a document. Chromium gives nobody the bodies of redirects: those that have one are asked for once
 * more, in their host's turn, as long as the site's have brought links that its pages do not have; not in a session, and
 * not where the address says that it harms.
 */
export declare class Redirects {
    #private;
    readonly answers: readonly LoadedAnswer[];
    private constructor();
    /** @param pace undefined: none is asked for again */
    static to(tab: Tab, answer: Response, pace: VisitPace | undefined, habits: Habits | undefined): Promise<Redirects>;
    /** Learns what their bodies brought. @param links of the page @param isNews whether no other page of the site has had one */
    learn(links: readonly FoundLink[], isNews: (link: FoundLink) => boolean): void;
}
