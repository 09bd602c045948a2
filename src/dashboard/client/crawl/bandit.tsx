import type { Bandit } from '../../wire/crawl.ts';
import { Crawled } from '../kit/crawled.tsx';
import { count, figure } from '../kit/format.ts';
import { Scroller } from '../kit/scroller.tsx';

/** The sites as the rule sees them: the first is picked next, the second is the runner-up. */
export function BanditTable({ bandit: { siteRule, arms, sites } }: { readonly bandit: Bandit }) {
  if (arms.length === 0) return <p class="dim">No site has a link that waits.</p>;
  return (
    <>
      <p class="dim">
        In the order in which {siteRule} would pick among them now
        {arms.length < sites && `; the first ${count(arms.length)} of ${count(sites)}`}.
      </p>
      <Scroller label="Sites as the rule sees them">
        <table>
          <thead>
            <tr>
              <th>Site</th>
              <th class="number">Pulls</th>
              <th class="number">Mean</th>
              <th class="number">Index</th>
              <th class="number">Waiting</th>
              <th>Turn</th>
            </tr>
          </thead>
          <tbody>
            {arms.map(({ site, pulls, mean, index, waiting }, place) => (
              <tr key={site}>
                <td>
                  <Crawled text={site} most={60} />
                </td>
                <td class="number">{count(pulls)}</td>
                <td class="number">{figure(mean)}</td>
                <td class="number">{index === null ? '∞' : figure(index)}</td>
                <td class="number">{count(waiting)}</td>
                <td>{place === 0 ? 'next' : place === 1 ? 'runner-up' : place + 1}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </>
  );
}
