import { useState } from 'preact/hooks';
import type { LinkKind } from '../../../domain/link.ts';
import type { Deleted, Deletion } from '../../link-reads.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Trouble } from '../kit/form.tsx';
import { count, counted, date } from '../kit/format.ts';
import { tellDone, tellFailed } from '../kit/notices.tsx';
import { messageOf, send, useAnswer, withQuery } from '../kit/request.ts';
import type { Conditions } from './link-filters.tsx';

async function undo(kind: LinkKind, batch: number, onDone: () => void): Promise<void> {
  try {
    const { links } = await send<{ links: number }>('/api/deletions/undo', { kind, batch });
    tellDone(`${counted(links, `${kind} link`)} restored`);
    onDone();
  } catch (error) {
    tellFailed(error);
  }
}

interface DeleteProps {
  readonly kind: LinkKind;
  readonly conditions: Conditions;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Dialog that shows the number of links to delete, offers to export them first, and deletes exactly these. */
export function DeleteDialog({ kind, conditions, onDone, onClose }: DeleteProps) {
  const [again, setAgain] = useState(0);
  const [isDeleting, setDeleting] = useState(false);
  const [trouble, setTrouble] = useState('');
  const query = new URLSearchParams(conditions);
  const { value, error, isLoading } = useAnswer<{ count: number }>(`/api/links/${kind}/count?${query}`, again);
  const expect = value?.count ?? 0;
  const run = async () => {
    setDeleting(true);
    try {
      const filter = Object.fromEntries(Object.entries(conditions));
      const { batch, links } = await send<Deleted>(`/api/links/${kind}/delete`, { filter, expect });
      tellDone(`${counted(links, `${kind} link`)} deleted`, {
        label: 'Undo',
        run: () => void undo(kind, batch, onDone),
      });
      onDone();
      onClose();
    } catch (failure) {
      setTrouble(messageOf(failure));
      setAgain(again + 1);
    } finally {
      setDeleting(false);
    }
  };
  const named = Object.entries(conditions).map(([name, text]) => `${name}: ${text}`);
  return (
    <Dialog title={`Delete ${kind} links`} onClose={onClose}>
      <p>
        {isLoading && !value ? (
          'Counting…'
        ) : (
          <>
            <b>{counted(expect, 'link')}</b> will be deleted
            {named.length > 0 ? ` (${named.join('; ')})` : ': all of this kind'}.
          </>
        )}
      </p>
      <p class="dim">
        They leave the lists, the totals and the queue, and stay deleted when a page has them again. You can undo this.
      </p>
      <Trouble text={trouble || error} />
      <div class="row">
        <a href={withQuery(`/api/links/${kind}/export`, { ...conditions, format: 'csv' })} download>
          Export them first (csv)
        </a>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" class="danger" disabled={isDeleting || expect === 0 || isLoading} onClick={run}>
          {isDeleting ? 'Deleting…' : `Delete ${count(expect)}`}
        </button>
      </div>
    </Dialog>
  );
}

/** List of deletions, each of which can be undone. */
export function DeletionsDialog({ onDone, onClose }: { readonly onDone: () => void; readonly onClose: () => void }) {
  const [again, setAgain] = useState(0);
  const { value, error } = useAnswer<readonly Deletion[]>('/api/deletions', again);
  const done = () => {
    setAgain((times) => times + 1);
    onDone();
  };
  return (
    <Dialog title="Deleted links" onClose={onClose}>
      {error !== '' && <p class="trouble">{error}</p>}
      {value?.length === 0 && <p>Nothing is deleted.</p>}
      {value && value.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>When</th>
              <th>Kind</th>
              <th class="number">Links</th>
              <th>
                <span class="unseen">Restore</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {value.map(({ batch, kind, links, at }) => (
              <tr key={`${batch} ${kind}`}>
                <td>{date(at)}</td>
                <td>{kind}</td>
                <td class="number">{count(links)}</td>
                <td>
                  <button type="button" onClick={() => void undo(kind, batch, done)}>
                    Restore
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  );
}
