import { useState } from 'preact/hooks';
import type { TreeNode } from '../../wire/sites.ts';
import { Crawled } from '../kit/crawled.tsx';
import { count, counted } from '../kit/format.ts';
import { hrefOf } from '../kit/router.ts';
import { useAnswer } from '../kit/use-answer.ts';

/** Nodes of one folder that are shown. */
const MOST = 200;

interface TreeProps {
  readonly site: number;
  /** Short name. */
  readonly name: string;
  readonly prefix: string;
}

/** The folders of a site with counts of their links; one is read when it is opened. */
export function SiteTree({ site, name, prefix }: TreeProps) {
  const { value, error } = useAnswer<readonly TreeNode[]>(`/api/sites/${site}/tree?${new URLSearchParams({ prefix })}`);
  if (error !== '') return <p class="trouble">{error}</p>;
  if (!value) return <p class="dim">Loading…</p>;
  return (
    <ul class="tree">
      {value.slice(0, MOST).map((node) => (
        <Node key={node.name} site={site} name={name} node={node} />
      ))}
      {value.length > MOST && <li class="dim">and {count(value.length - MOST)} more</li>}
    </ul>
  );
}

function Node({ site, name, node }: Omit<TreeProps, 'prefix'> & { readonly node: TreeNode }) {
  const [isOpen, setOpen] = useState(false);
  const { links, visited, waiting, failed } = node;
  const counts = (
    <span class="dim">
      {' '}
      {counted(links, 'link')}, {count(visited)} visited{waiting > 0 && `, ${count(waiting)} waiting`}
      {failed > 0 && `, ${count(failed)} failed`}
    </span>
  );
  if (node.prefix === null)
    return (
      <li>
        <Crawled text={node.name} most={120} />
        {counts}
      </li>
    );
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <Crawled text={node.name} most={120} />
          {counts}
        </summary>
        {isOpen && (
          <>
            <a href={hrefOf('links', ['internal'], { site: name, url: node.prefix })}>List these links</a>
            <SiteTree site={site} name={name} prefix={node.prefix} />
          </>
        )}
      </details>
    </li>
  );
}
