import { useState } from 'preact/hooks';
import { scopeKinds } from '../../../domain/site.ts';
import { limitsText } from '../../../domain/wording.ts';
import type { SiteChange, SiteRow } from '../../wire/sites.ts';
import { limitOf, linesOf, textOf } from '../kit/limit-text.ts';
import { NumberField } from '../kit/number-field.tsx';
import { Trouble, useSending } from '../kit/sending.tsx';

const SECOND = 1000;

const numbers = [
  ['pageLimit', 'Pages'],
  ['depth', 'Deepest level'],
  ['delay', 'Seconds between requests'],
] as const;

const patterns = [
  ['include', 'Only links like these, a pattern a line'],
  ['exclude', 'No links like these'],
] as const;

interface SiteLimitsProps {
  readonly site: SiteRow;
  readonly onDone: () => void;
}

/** What limits a site by itself, and what belongs to it: changed at any time. */
export function SiteLimits({ site, onDone }: SiteLimitsProps) {
  const [texts, setTexts] = useState(() => ({
    pageLimit: textOf(site.pageLimit),
    depth: textOf(site.depth),
    delay: textOf(site.delay, SECOND),
    include: site.include.join('\n'),
    exclude: site.exclude.join('\n'),
  }));
  const [scope, setScope] = useState(site.scope);
  const done = `The limits of ${site.site} are changed`;
  const { trouble, isSending, run } = useSending(`/api/sites/${site.id}`, done, onDone, 'PATCH');
  const change = (): SiteChange => ({
    pageLimit: limitOf(texts.pageLimit),
    depth: limitOf(texts.depth),
    delay: limitOf(texts.delay, SECOND),
    include: linesOf(texts.include),
    exclude: linesOf(texts.exclude),
    // One that stays need not be taken up.
    ...(scope !== site.scope && { scope }),
  });
  return (
    <details>
      <summary>Limits and scope: {limitsText(site) || 'as the crawl has them'}</summary>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void run(change());
        }}
      >
        <p class="dim">
          They hold at once, also while a crawl runs, and in place of the crawl's own; patterns hold besides.
        </p>
        <div class="row">
          {numbers.map(([name, label]) => (
            <NumberField
              key={name}
              label={label}
              text={texts[name]}
              usual="as the crawl"
              onType={(text) => setTexts({ ...texts, [name]: text })}
            />
          ))}
          <label>
            What belongs to it
            <select
              value={scope}
              onChange={(event) => setScope(scopeKinds.find((kind) => kind === event.currentTarget.value) ?? scope)}
            >
              {scopeKinds.map((kind) => (
                <option key={kind}>{kind}</option>
              ))}
            </select>
          </label>
        </div>
        <div class="columns">
          {patterns.map(([name, label]) => (
            <label key={name}>
              {label}
              <textarea
                rows={3}
                spellcheck={false}
                placeholder="/calendar/**"
                value={texts[name]}
                onInput={(event) => setTexts({ ...texts, [name]: event.currentTarget.value })}
              />
            </label>
          ))}
        </div>
        <Trouble text={trouble} />
        <div class="row">
          <button type="submit" class="primary" disabled={isSending}>
            Change
          </button>
        </div>
      </form>
    </details>
  );
}
