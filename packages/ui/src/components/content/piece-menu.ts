import type { BaseMessages } from '../../messages/base.ts';
import type { ContentPermissions } from '../../state/records.ts';
import { safeLinkAddress } from '../../state/text/safe-address.ts';
import type { MenuItem } from '../controls/Menu.tsx';

interface PieceMenuOptions {
  /** Where readers see the piece; null where they do not. */
  readonly viewHref: string | null;
  /** What the host offers beside. */
  readonly more: readonly MenuItem[] | undefined;
  readonly onDuplicate: (() => void) | undefined;
  readonly onDelete: (() => void) | undefined;
}

/** What can be done with all of a piece: the same in its row of a list and in its editor. */
export function pieceMenu(
  { can }: { readonly can?: ContentPermissions },
  messages: BaseMessages,
  { viewHref, more = [], onDuplicate, onDelete }: PieceMenuOptions,
): readonly MenuItem[] {
  const href = safeLinkAddress(viewHref);
  return [
    ...(href === null ? [] : [{ id: 'view', label: messages['list.view'], href }]),
    ...more,
    ...(onDuplicate ? [{ id: 'duplicate', label: messages['list.duplicate'], onPress: onDuplicate }] : []),
    ...(onDelete && can?.delete !== false
      ? [{ id: 'delete', label: messages['list.delete'], tone: 'danger' as const, onPress: onDelete }]
      : []),
  ];
}
