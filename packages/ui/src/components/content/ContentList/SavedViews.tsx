import { type ReactElement, useRef, useState } from 'react';
import { Busy } from '../../controls/Busy.tsx';
import { Loaded } from '../../controls/Loaded.tsx';
import { Popover, type PopoverHandle } from '../../controls/Popover.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import type { ListAddressUse } from './use-list-address.ts';
import type { OfferedView } from './use-views.ts';

const loadParts = () => import('./saved-view-parts.ts');

interface SavedViewsProps {
  readonly address: ListAddressUse;
  /** Whether the list is read from the API, so that its views are shown, too. */
  readonly isOwn: boolean;
  /** Called after a view was saved or removed. */
  readonly onChange: (() => void) | undefined;
}

/** Saved views of the list: the user's own, those shared in the tenant, and those stored on this device. */
export function SavedViews({ address, isOwn, onChange }: SavedViewsProps): ReactElement {
  const { messages } = useColophon();
  const [isOpened, setIsOpened] = useState(false);
  const [removing, setRemoving] = useState<OfferedView | null>(null);
  const layer = useRef<PopoverHandle>(null);
  return (
    <>
      <Popover label={messages['list.saved']} className="colo-list-saved-body" onOpen={() => setIsOpened(true)} handle={layer}>
        {isOpened && (
          <Loaded load={loadParts} waiting={<Busy lines={3} />}>
            {({ SavedViewList }) => (
              <SavedViewList
                address={address}
                isOwn={isOwn}
                onSaved={() => onChange?.()}
                onOpened={() => layer.current?.close()}
                onRemove={setRemoving}
              />
            )}
          </Loaded>
        )}
      </Popover>
      {removing && (
        <Loaded load={loadParts}>
          {({ RemoveViewDialog }) => (
            <RemoveViewDialog
              view={removing}
              onClose={() => setRemoving(null)}
              onDone={() => {
                setRemoving(null);
                onChange?.();
              }}
            />
          )}
        </Loaded>
      )}
    </>
  );
}
