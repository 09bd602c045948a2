import { useState } from 'preact/hooks';
import { type ScopeKind, scopeKinds } from '../../../domain/site.ts';
import type { SitesAdded } from '../../pages/sites.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Form, Select, Trouble } from '../kit/form.tsx';
import { counted } from '../kit/format.ts';
import { tellDone } from '../kit/notices.tsx';
import { messageOf, send } from '../kit/request.ts';

interface AddSitesProps {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Dialog that adds sites, typed or from a file. */
export function AddSitesDialog({ onDone, onClose }: AddSitesProps) {
  const [text, setText] = useState('');
  const [scope, setScope] = useState<ScopeKind>('host');
  const [trouble, setTrouble] = useState('');
  const [{ bad, ignored }, setLines] = useState<Pick<SitesAdded, 'bad' | 'ignored'>>({ bad: [], ignored: [] });
  const add = async () => {
    setTrouble('');
    try {
      const done = await send<SitesAdded>('/api/sites', { text, scope });
      const parts = [
        `${counted(done.added, 'site')} added`,
        ...(done.broughtBack > 0 ? [`${done.broughtBack} restored`] : []),
        ...(done.known > 0 ? [`${done.known} already there`] : []),
      ];
      tellDone(parts.join(', '));
      onDone();
      setLines(done);
      if (done.bad.length + done.ignored.length === 0) onClose();
    } catch (error) {
      setTrouble(messageOf(error));
    }
  };
  return (
    <Dialog title="Add sites" onClose={onClose}>
      <Form onSend={() => add()}>
        <label>
          Start pages, one per line; or CSV with the header url,name,short_name,kind,scope
          <textarea
            rows={8}
            spellcheck={false}
            placeholder="https://www.example.edu/"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <div class="row">
          <label>
            From a file
            <input
              type="file"
              accept=".csv,.txt,.tsv,text/*"
              onChange={async (event) => {
                const [file] = event.currentTarget.files ?? [];
                if (file) setText(await file.text());
              }}
            />
          </label>
          <Select label="Scope" value={scope} options={scopeKinds} onChoose={setScope} />
        </div>
        <Trouble text={trouble} />
        {bad.length + ignored.length > 0 && (
          <div class="trouble" role="alert">
            {counted(bad.length, 'line was', 'lines were')} skipped:
            <ul>
              {[...bad.slice(0, 20), ...ignored].map(({ line, reason }) => (
                <li key={reason + line}>
                  line {line}: {reason}
                </li>
              ))}
            </ul>
          </div>
        )}
        <div class="row">
          <button type="submit" class="primary" disabled={text.trim() === ''}>
            Add
          </button>
          <button type="button" onClick={onClose}>
            Close
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
