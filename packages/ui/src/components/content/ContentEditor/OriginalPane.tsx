import { type ReactElement, useState } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import type { ContentRecord } from '../../../state/records.ts';
import { safeLinkAddress } from '../../../state/text/safe-address.ts';
import { Busy } from '../../controls/Busy.tsx';
import { Notice, ProblemNotice } from '../../controls/Notice.tsx';
import { Difference } from '../../governance/panel/Difference.tsx';
import { useResource } from '../../governance/panel/use-resource.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { Markdown } from '../../reading/Markdown.tsx';
import type { Original } from './use-translations.ts';

export interface OriginalPaneProps {
  readonly original: Original;
  /** The address where the original is edited. */
  readonly href: string | null;
  /** Called when the translation was marked as up to date. */
  readonly onUpToDate: () => void;
}

const PIECE = { id: 'text', title: 'text', body: 'text' } as const;

/** The original beside its translation, with later changes shown as a difference. */
export function OriginalPane({ original, href, onUpToDate }: OriginalPaneProps): ReactElement {
  const { format } = useColophon();
  const words = useWords(editorEn);
  const { value, problem, reload } = useResource<ContentRecord>('/contents/{id}', { path: { id: original.id } }, PIECE);
  const address = safeLinkAddress(href);
  const label = words['editor.original.of']({ language: format.language(original.language) });
  return (
    <section className="colo-editor-preview colo-editor-original" aria-label={label} tabIndex={0}>
      <p className="colo-editor-original-head">
        <span className="colo-quiet">{label}</span>
        {address !== null && (
          <a className="colo-link" href={address} target="_blank" rel="noopener">
            {words['editor.original.open']}
          </a>
        )}
      </p>
      {original.own.isOutdated === true && <Outdated original={original} onUpToDate={onUpToDate} />}
      {problem !== null && <ProblemNotice problem={problem} onRetry={reload} />}
      {value === null && problem === null && <Busy lines={6} />}
      {value !== null && (
        <div lang={original.language} dir="auto">
          <h2 className="colo-editor-original-title">{value.title}</h2>
          {typeof value.description === 'string' && value.description !== '' && <p>{value.description}</p>}
          <Markdown
            source={value.body}
            format={value.bodyFormat === 'html' ? 'html' : 'markdown'}
            headingOffset={1}
            lang={original.language}
          />
        </div>
      )}
    </section>
  );
}

/** The changes of the original since it was translated, and the button that marks the translation as up to date. */
function Outdated({ original, onUpToDate }: Pick<OriginalPaneProps, 'original' | 'onUpToDate'>): ReactElement {
  const { format, announce } = useColophon();
  const words = useWords(editorEn);
  const [isCompared, setIsCompared] = useState(false);
  const { own, id } = original;
  const group = useResource('/contents/{id}/translations', { path: { id } });
  const { sourceVersion: from = null, currentVersion: to = null } = own;
  const settle = async (): Promise<void> => {
    const body = { language: own.language, contentId: own.contentId };
    if (!(await group.change('post', '/contents/{id}/translations', { params: { path: { id } }, body }))) return;
    announce(words['editor.original.settled']);
    onUpToDate();
  };
  const button = (said: string, onPress: () => void, isExpanded?: boolean): ReactElement => (
    <button type="button" className="colo-list-small" aria-expanded={isExpanded} onClick={onPress}>
      {said}
    </button>
  );
  return (
    <Notice
      tone="warning"
      actions={
        <>
          {from !== null && button(words['editor.original.compare'], () => setIsCompared(!isCompared), isCompared)}
          {button(words['editor.original.settle'], () => void settle())}
        </>
      }
    >
      <p>
        {from !== null && to !== null && from !== to
          ? words['editor.original.outdated.versions']({ number: format.number(from), total: format.number(to) })
          : words['editor.original.outdated']}
      </p>
      {group.problem && <ProblemNotice problem={group.problem} />}
      {isCompared && from !== null && <Difference contentId={id} from={from} to={null} />}
    </Notice>
  );
}
