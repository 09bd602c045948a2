import { Icon } from '../kit/icon.tsx';
import { hrefOf } from '../kit/router.ts';
import { researchPages } from '../research-pages.ts';

/** Cards that lead to the pages below Research. */
export const ResearchPage = () => (
  <>
    <h1>Research</h1>
    <p class="dim">Pages for a closer look at how the crawl works and what it means.</p>
    <ul class="cards">
      {researchPages.map(({ key, title, icon, summary }) => (
        <li key={key} class="panel card">
          <h2>
            <Icon name={icon} />
            <a href={hrefOf(key)}>{title}</a>
          </h2>
          <p>{summary}</p>
        </li>
      ))}
    </ul>
  </>
);
