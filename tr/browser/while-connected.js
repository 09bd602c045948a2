import { RetryVisit } from '../../domain/errors.js';
/**
 * What a browser brings about. A tab that is being opened while the browser goes is sometimes never heard of again, so
 * nothing is waited for once it is gone.
 *
 * @throws RetryVisit if the browser goes first
 */
export async function whileConnected(browser, work) {
    return await new Promise((done, fail) => {
        const onGone = () => fail(new RetryVisit('the browser has been closed'));
        browser.once('disconnected', onGone);
        void work.then(done, fail).finally(() => browser.off('disconnected', onGone));
        if (!browser.isConnected())
            onGone();
    });
}
//# sourceMappingURL=while-connected.js.map