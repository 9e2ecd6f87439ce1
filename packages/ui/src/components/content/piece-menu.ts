import type { BaseMessages } from '../../messages/base.ts';
import type { ContentPermissions } from '../../state/records.ts';
import { safeLinkAddress } from '../../state/text/safe-address.ts';
import type { MenuItem } from '../controls/Menu.tsx';

interface PieceMenuOptions {
  /** The public address of the piece; null if it is not public. */
  readonly viewHref: string | null;
  /** Further items of the host. */
  readonly more: readonly MenuItem[] | undefined;
  readonly onDuplicate: (() => void) | undefined;
  readonly onDelete: (() => void) | undefined;
}

/** The menu items of a piece, for its row and for its editor. */
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
