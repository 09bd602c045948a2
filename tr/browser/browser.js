import { setTimeout as sleep } from 'node:timers/promises';
import { GiveUpVisit, RefusedVisit, RetryVisit, troubleAt } from '../../domain/errors.js';
import { Habits } from '../acts/habits.js';
import { HttpClient } from '../http/http-client.js';
import { askAgainBy } from '../http/redirect-body.js';
import { Dialer } from '../network/dialer.js';
import { DocumentTurns } from '../network/document-turns.js';
import { parseHostRules } from '../network/host-rules.js';
import { patience } from '../network/patience.js';
import { browserUserAgent } from '../network/user-agent.js';
import { visitError } from '../network/visit-error.js';
import { VisitPace } from '../network/visit-pace.js';
import { techniqueNames } from '../techniques/choice.js';
import { BrowserProxy, directRoute } from './browser-proxy.js';
import { launchChromium, NO_SANDBOX } from './chromium.js';
import { FailureTraces } from './failure-traces.js';
import { MemoryWatch } from './memory-watch.js';
import { readPage } from './read-page.js';
import { browserTimes } from './renderer-time.js';
import { starvedOf } from './starved.js';
import { TabBusy } from './tab.js';
import { Tabs } from './tabs.js';
import { userRoute } from './user-route.js';
import { whileConnected } from './while-connected.js';
/** Reads pages in Chromium: what a person's browser shows after scripts have run. */
export class BrowserCapture {
    #options;
    /** Undefined at level thorough (`more-events`): every act is tried. */
    #habits;
    #traces;
    #turns;
    #running;
    constructor(options) {
        this.#options = options;
        this.#habits = options.techniques?.has('more-events') ? undefined : new Habits();
        this.#turns = options.turns ?? new DocumentTurns(() => 0);
        const { traceFolder, say, now } = options;
        this.#traces = traceFolder === undefined ? undefined : new FailureTraces(traceFolder, say, now);
    }
    async start() {
        this.#traces?.makeFolder();
        await this.#browser();
        for (const line of [NO_SANDBOX, this.#traces?.warning])
            if (line !== undefined)
                this.#options.say(line);
    }
    async read(target) {
        const running = this.#browser();
        const { browser, tabs } = await running;
        const pace = new VisitPace(this.#turns);
        const reading = this.#readWith(tabs, target, pace).catch((error) => {
            if (error instanceof TabBusy)
                return this.#readWith(tabs, target, pace);
            throw error;
        });
        try {
            return await whileConnected(browser, reading);
        }
        catch (error) {
            const told = troubleAt(visitError(error), pace.asked);
            // A browser that goes, asked or not, breaks loads off in ways that look final.
            throw this.#running === running || told instanceof RetryVisit ? told : new RetryVisit(told.message);
        }
    }
    async close() {
        const running = this.#running;
        this.#running = undefined;
        await running?.then(({ browser }) => browser.close()).catch(() => undefined);
    }
    /** The browser; a new one when the last has crashed or did not start. */
    #browser() {
        this.#running ??= this.#launch().catch((error) => {
            this.#running = undefined;
            throw error;
        });
        return this.#running;
    }
    async #launch() {
        const { headed, isSeen = headed || this.#traces !== undefined } = this.#options;
        const { browser, tabOptions } = await startBrowser({ ...this.#options, isSeen });
        browser.once('disconnected', () => {
            this.#running = undefined;
        });
        return { browser, tabs: new Tabs(browser, Math.max(16, 2 * this.#options.workers), tabOptions) };
    }
    async #readWith(tabs, target, pace) {
        const { now, slowMo = 0, techniques = techniqueNames('active') } = this.#options;
        const tab = await tabs.take(target.site);
        if (slowMo > 0)
            await sleep(slowMo);
        const read = async () => {
            const captured = await readPage(tab, target, { now, pace, techniques, habits: this.#habits });
            if (slowMo > 0)
                await sleep(slowMo);
            return captured;
        };
        try {
            const captured = await (this.#traces ? this.#traces.watch(tab.page.context(), target.url, read) : read());
            tabs.give(tab);
            return { ...captured, rendering: 'browser', askedAt: this.#turns.askedAt(new URL(target.url), now()) };
        }
        catch (error) {
            // A page that answered, if only with an error, leaves the tab fit for the next.
            if (tab.shown && error instanceof GiveUpVisit && !(error instanceof RefusedVisit))
                tabs.give(tab);
            else
                await tab.close();
            throw error;
        }
    }
}
/** Starts the browser and its proxy, which ends with it, and says how its tabs are to be opened. */
export async function startBrowser(options) {
    const { headed, isSeen = headed, contact, storageState } = options;
    const proxy = await BrowserProxy.open(routeOf(options));
    const browser = await launchChromium({ ...options, proxyPort: proxy.port }).catch((error) => {
        proxy.close();
        throw error;
    });
    const client = new HttpClient({ ...options, hostRules: parseHostRules(options.hostRules) });
    browser.once('disconnected', () => {
        proxy.close();
        void client.close();
    });
    const failureOf = (url) => proxy.failureOf(url);
    const userAgent = browserUserAgent(browser.version(), contact);
    const certificates = options.checksCertificates ? undefined : new Map();
    const times = { ...patience, ...options.patience };
    const memory = await MemoryWatch.begin(browser);
    const { renderers, all } = await browserTimes(browser);
    const looking = { memory, rendererTime: renderers, starved: starvedOf(all), askAgain: askAgainBy(client) };
    return {
        browser,
        tabOptions: { userAgent, isSeen, failureOf, certificates, storageState, patience: times, ...looking },
    };
}
function routeOf({ proxy, guard, lookup, hostRules }) {
    if (proxy !== undefined)
        return userRoute(proxy, guard);
    return directRoute(new Dialer({ hostRules: parseHostRules(hostRules), guard, lookup }));
}
//# sourceMappingURL=browser.js.map