import { type ReactElement, useState } from 'react';
import { baseEn } from '../../../messages/base.ts';
import { governanceEn } from '../../../messages/governance/en.ts';
import { Busy } from '../../controls/Busy.tsx';
import { Modal } from '../../controls/Modal.tsx';
import { ProblemNotice } from '../../controls/Notice.tsx';
import { SelectField } from '../../controls/SelectField.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { Difference } from './Difference.tsx';
import { useResource } from './use-resource.ts';

interface VersionEntry {
  readonly id: string;
  readonly version: number;
  readonly kind: string;
  readonly summary: string | null;
  readonly created_at: string;
}

/** How many are shown at first, and added each time. */
const PAGE = 200;

/** The versions of a piece, with comparing and restoring. */
export function VersionsSection({ contentId, onChange }: { readonly contentId: string; readonly onChange: () => void }): ReactElement {
  const { format, announce } = useColophon();
  const words = useWords(governanceEn);
  const kinds = useWords(baseEn);
  const path = { id: contentId };
  const [most, setMost] = useState(PAGE);
  // With one more, the last one can be compared with the previous, and it is known whether there are older ones.
  const query = { limit: most + 1 };
  const versions = useResource<{ readonly items?: readonly VersionEntry[] }>('/contents/{id}/versions', { path, query });
  const [pair, setPair] = useState<{ readonly from: number; readonly to: number | null } | null>(null);
  const [asked, setAsked] = useState<VersionEntry | null>(null);
  if (versions.value === null && versions.problem === null) return <Busy lines={2} />;
  const items = versions.value?.items ?? [];
  const restore = async ({ id }: VersionEntry): Promise<void> => {
    const params = { path: { ...path, versionId: id } };
    const isRestored = await versions.change('post', '/contents/{id}/versions/{versionId}/restore', { params });
    setAsked(null);
    if (!isRestored) return;
    announce(words['gov.versions.restored']);
    onChange();
  };
  return (
    <>
      {versions.problem && <ProblemNotice problem={versions.problem} onRetry={versions.reload} />}
      {items.length === 0 && <p className="colo-quiet">{words['gov.versions.none']}</p>}
      {items.length > 0 && <PairPicker items={items} onPick={setPair} />}
      {pair && (
        <div className="colo-gov-compared">
          <Difference contentId={contentId} from={pair.from} to={pair.to} />
        </div>
      )}
      <ul className="colo-rows">
        {items.slice(0, most).map((item, index) => {
          const number = format.number(item.version);
          const before = items[index + 1];
          return (
            <li key={item.id} className="colo-row">
              <span className="colo-row-main">
                <strong>{words['gov.versions.name']({ number })}</strong> {kindOf(item.kind, kinds)}, {format.dateTime(item.created_at)}
                {item.summary && (
                  <>
                    {' '}
                    <bdi className="colo-quiet">{item.summary}</bdi>
                  </>
                )}
              </span>
              {before && (
                <button type="button" className="colo-list-small" onClick={() => setPair({ from: before.version, to: item.version })}>
                  {words['gov.versions.before']}
                  <span className="colo-visually-hidden"> {words['gov.versions.name']({ number })}</span>
                </button>
              )}
              <button
                type="button"
                className="colo-list-small"
                aria-label={words['gov.versions.restore.label']({ number })}
                onClick={() => setAsked(item)}
              >
                {words['gov.versions.restore']}
              </button>
            </li>
          );
        })}
      </ul>
      {items.length > most && (
        <button type="button" className="colo-button" onClick={() => setMost(most + PAGE)}>
          {words['gov.versions.more']}
        </button>
      )}
      {asked && (
        <RestoreDialog contentId={contentId} version={asked.version} onClose={() => setAsked(null)} onRestore={() => void restore(asked)} />
      )}
    </>
  );
}

interface RestoreDialogProps {
  readonly contentId: string;
  readonly version: number;
  readonly onClose: () => void;
  readonly onRestore: () => void;
}

/** Previews the changes of restoring a version. */
function RestoreDialog({ contentId, version, onClose, onRestore }: RestoreDialogProps): ReactElement {
  const { format, messages } = useColophon();
  const words = useWords(governanceEn);
  return (
    <Modal
      title={words['gov.versions.restore.ask']({ number: format.number(version) })}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="colo-button" onClick={onClose}>
            {messages['common.cancel']}
          </button>
          <button type="button" className="colo-button" data-kind="main" onClick={onRestore}>
            {words['gov.versions.restore']}
          </button>
        </>
      }
    >
      <Difference contentId={contentId} from={version} to={null} />
    </Modal>
  );
}

function kindOf(kind: string, words: object): string {
  const found: unknown = Object.entries(words).find(([key]) => key === `account.version.${kind}`)?.[1];
  return typeof found === 'string' ? found : kind;
}

function PairPicker({
  items,
  onPick,
}: {
  readonly items: readonly VersionEntry[];
  readonly onPick: (pair: { readonly from: number; readonly to: number | null }) => void;
}): ReactElement {
  const { format } = useColophon();
  const words = useWords(governanceEn);
  const [from, setFrom] = useState(String(items[0]?.version ?? 1));
  const [to, setTo] = useState('now');
  const options = items.map(({ version }) => ({
    value: String(version),
    label: words['gov.versions.name']({ number: format.number(version) }),
  }));
  return (
    <div className="colo-gov-pair">
      <SelectField label={words['gov.versions.from']} value={from} options={options} onChange={setFrom} />
      <SelectField
        label={words['gov.versions.to']}
        value={to}
        options={[{ value: 'now', label: words['gov.versions.now'] }, ...options]}
        onChange={setTo}
      />
      <button type="button" className="colo-button" onClick={() => onPick({ from: Number(from), to: to === 'now' ? null : Number(to) })}>
        {words['gov.versions.compare']}
      </button>
    </div>
  );
}
