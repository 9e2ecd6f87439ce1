import { type ReactElement, useRef, useState } from 'react';
import { Busy } from '../../controls/Busy.tsx';
import { Popover, type PopoverHandle } from '../../controls/Popover.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useLoaded } from '../../provider/use-loaded.ts';
import type { RemoveViewDialogProps } from './RemoveViewDialog.tsx';
import type { SavedViewListProps } from './SavedViewList.tsx';
import type { ListAddressUse } from './use-list-address.ts';
import type { OfferedView } from './use-views.ts';

interface SavedViewsProps {
  readonly address: ListAddressUse;
  /** Whether the list is read from the API, whose views it then shows too. */
  readonly isOwn: boolean;
  /** Called after a view was saved or removed. */
  readonly onChange: (() => void) | undefined;
}

/** What was asked of the list before and given a name: one's own, what the tenant shares, and what this machine keeps. */
export function SavedViews({ address, isOwn, onChange }: SavedViewsProps): ReactElement {
  const { messages } = useColophon();
  const [isOpened, setIsOpened] = useState(false);
  const [removing, setRemoving] = useState<OfferedView | null>(null);
  const layer = useRef<PopoverHandle>(null);
  return (
    <>
      <Popover label={messages['list.saved']} className="colo-list-saved-body" onOpen={() => setIsOpened(true)} handle={layer}>
        {isOpened && (
          <LoadedList
            address={address}
            isOwn={isOwn}
            onSaved={() => onChange?.()}
            onOpened={() => layer.current?.close()}
            onRemove={setRemoving}
          />
        )}
      </Popover>
      {removing && (
        <LoadedDialog
          view={removing}
          onClose={() => setRemoving(null)}
          onDone={() => {
            setRemoving(null);
            onChange?.();
          }}
        />
      )}
    </>
  );
}

const loadParts = () => import('./saved-view-parts.ts');

/** The views, once what shows them is loaded. */
function LoadedList(props: SavedViewListProps): ReactElement {
  const { messages } = useColophon();
  const loaded = useLoaded(loadParts);
  if (loaded === null) return <Busy lines={3} />;
  if (loaded === 'failed') return <p className="colo-field-error">{messages['problem.unloaded']}</p>;
  return <loaded.SavedViewList {...props} />;
}

/** It was loaded with the views that it stands beside. */
function LoadedDialog(props: RemoveViewDialogProps): ReactElement | null {
  const loaded = useLoaded(loadParts);
  return loaded === null || loaded === 'failed' ? null : <loaded.RemoveViewDialog {...props} />;
}
