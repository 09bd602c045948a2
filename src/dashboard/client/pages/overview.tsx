import { useState } from 'preact/hooks';
import type { CrawlNow } from '../../crawl-now.ts';
import type { Overview } from '../../pages/overview.ts';
import { CrawlCard } from '../crawl/crawl-card.tsx';
import { SharedTrouble, useCrawl } from '../crawl/shared-workers.tsx';
import { Empty } from '../kit/empty.tsx';
import { Trouble } from '../kit/form.tsx';
import { useVersion } from '../kit/live.ts';
import { useAnswer } from '../kit/request.ts';
import { DecisionCard } from '../overview/decision-card.tsx';
import { BrokenCard, FoundCard, NewCard } from '../overview/finding-cards.tsx';
import { AddSitesDialog } from '../sites/add-sites.tsx';

/** Milliseconds between two requests during a crawl: with a million links, an answer takes the server two seconds. */
const LOOK_EVERY = 30_000;

/** Start page: findings, news, failures, and concerns that need a decision. */
export function OverviewPage() {
  const version = useVersion(LOOK_EVERY);
  const { crawl, shared } = useCrawl();
  // Requests again as soon as a run ends.
  const { value, error } = useAnswer<Overview>(
    '/api/overview',
    `${version} ${crawl?.run} ${crawl?.runs} ${crawl?.stopped}`,
  );
  if (!crawl) return <p class="dim">Loading…</p>;
  const sites = Object.values(crawl.sites).reduce((sum, number) => sum + number, 0);
  return (
    <div class="stack">
      <h1>Overview</h1>
      {sites > 0 && <CrawlCard crawl={crawl} shared={shared} />}
      {shared && <SharedTrouble shared={shared} />}
      <Trouble text={error} />
      {crawl.run === 0 ? (
        <FirstSteps crawl={crawl} sites={sites} />
      ) : value ? (
        <Cards crawl={crawl} overview={value} />
      ) : (
        error === '' && <p class="dim">Loading…</p>
      )}
    </div>
  );
}

interface CardsProps {
  readonly crawl: CrawlNow;
  readonly overview: Overview;
}

function Cards({ crawl, overview: { found, news, broken, concerns } }: CardsProps) {
  const down = concerns.find(({ concern }) => concern === 'down')?.sites ?? 0;
  return (
    <div class="findings">
      <FoundCard crawl={crawl} found={found} />
      {news && <NewCard news={news} />}
      <BrokenCard broken={broken} down={down} />
      <DecisionCard crawl={crawl} concerns={concerns} />
    </div>
  );
}

/** Steps before the first run: sites, then a budget. */
function FirstSteps({ crawl, sites }: { readonly crawl: CrawlNow; readonly sites: number }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <Empty
      purpose="This page shows what a crawl found, what is new, what broke, and what needs a decision of yours. Nothing has been crawled yet."
      command="forager crawl --url https://www.example.edu/ --page-limit 500 --db FILE"
    >
      {sites > 0 && (
        <span>{crawl.canStart ? 'Press Start above and set a page limit, or add more sites:' : 'Add more sites:'}</span>
      )}
      {sites === 0 && <span>First add the sites to crawl, one start page per line:</span>}
      <button type="button" class={sites === 0 ? 'primary' : ''} onClick={() => setAdding(true)}>
        Add sites…
      </button>
      {isAdding && <AddSitesDialog onDone={() => undefined} onClose={() => setAdding(false)} />}
    </Empty>
  );
}
