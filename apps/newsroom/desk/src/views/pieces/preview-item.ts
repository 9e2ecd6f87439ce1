import type { MenuItem } from '@colophon/ui/controls';

/** The menu item of a piece that leads to its preview links. */
export function previewItem(id: string, navigate: (path: string) => void): MenuItem {
  return { id: 'preview', label: 'Preview link', onPress: () => navigate(`/pieces/${id}/sharing`) };
}
