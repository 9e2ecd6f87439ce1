export { ContentTrash } from './ContentTrash.tsx';
export type { ContentTrashProps } from './ContentTrash.tsx';
export type { TrashEntry } from '../../state/trash.ts';
