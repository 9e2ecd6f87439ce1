import { type ReactElement, useState } from 'react';
import { mediaEn } from '../../messages/media/en.ts';
import type { MediaPlace } from '../../state/media/read-pictures.ts';
import type { AssetRecord } from '../../state/records.ts';
import { classNames, type RootProps } from '../class-names.ts';
import { Busy } from '../controls/Busy.tsx';
import { ComboField } from '../controls/combo/ComboField.tsx';
import { ProblemNotice } from '../controls/Notice.tsx';
import { SelectField } from '../controls/SelectField.tsx';
import { TextField } from '../controls/TextField.tsx';
import { useColophon } from '../provider/colophon-context.ts';
import { useWords } from '../provider/use-words.ts';
import { useTagOptions } from '../tags/use-tag-options.ts';
import { MediaGrid } from './MediaGrid.tsx';
import { useMedia } from './use-media.ts';

export interface MediaLibraryProps extends RootProps {
  /** Called with the file that was pressed. */
  readonly onSelect: (asset: AssetRecord) => void;
  /** The chosen file, which is marked; null for none. Without it, pressing a file opens it. */
  readonly selectedId?: string | null;
  /** The piece whose files are offered. */
  readonly contentId?: string | null;
  /** Shows all files instead of only pictures. */
  readonly isAll?: boolean;
  /** Reads the files again when it changes. */
  readonly version?: number;
}

type Which = 'recent' | 'undescribed' | 'piece' | 'tag';

/** The files of a newsroom: searched by name and description, the newest first, those of a piece, and those of pieces with a tag. */
export function MediaLibrary(props: MediaLibraryProps): ReactElement {
  const { onSelect, selectedId, contentId = null, isAll = false, version = 0, className, id } = props;
  const { format } = useColophon();
  const words = useWords(mediaEn);
  const [search, setSearch] = useState('');
  const [which, setWhich] = useState<Which>('recent');
  const [tag, setTag] = useState('');
  const [typed, setTyped] = useState('');
  const tags = useTagOptions(typed);
  // While a tag is being typed, it is none.
  const isTag = which === 'tag' && tags.some(({ value }) => value === tag);
  const place: MediaPlace =
    which === 'piece' && contentId !== null ? { contentId } : isTag ? { tag } : which === 'undescribed' ? which : 'recent';
  const media = useMedia({ place, search: search.trim(), isAll }, version);
  const { items } = media;
  const options = (['recent', 'undescribed', ...(contentId === null ? [] : (['piece'] as const)), 'tag'] as const).map((value) => ({
    value,
    label: words[`media.${value}`],
  }));
  return (
    <div className={classNames('colo-scope colo-media', className)} id={id}>
      <div className="colo-media-tools">
        <TextField label={words['media.search']} value={search} onChange={setSearch} input={{ type: 'search' }} />
        <SelectField label={words['media.show']} value={which} options={options} onChange={(value) => setWhich(value as Which)} />
        {which === 'tag' && <ComboField label={words['media.tag.which']} value={tag} onChange={setTag} options={tags} onType={setTyped} />}
      </div>
      {media.problem && <ProblemNotice problem={media.problem} onRetry={media.retry} />}
      {items === null && media.problem === null && <Busy lines={3} />}
      {items !== null && (
        <>
          <p className="colo-visually-hidden" role="status">
            {words['media.count']({ count: items.length }, format)}
          </p>
          {items.length === 0 ? (
            <p className="colo-quiet">{words[search === '' && which === 'recent' ? 'media.empty' : 'media.none']}</p>
          ) : (
            <MediaGrid items={items} selectedId={selectedId} onSelect={onSelect} />
          )}
          {media.more && (
            <button type="button" className="colo-button" onClick={media.more}>
              {words['media.more']}
            </button>
          )}
        </>
      )}
    </div>
  );
}
