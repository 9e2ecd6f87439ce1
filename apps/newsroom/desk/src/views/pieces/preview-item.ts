import type { MenuItem } from '@colophon/ui/controls';

/** The way from the menu of a piece to its preview links. */
export function previewItem(id: string, navigate: (path: string) => void): MenuItem {
  return { id: 'preview', label: 'Preview link', onPress: () => navigate(`/pieces/${id}/sharing`) };
}
