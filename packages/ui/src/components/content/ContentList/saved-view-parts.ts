export { RemoveViewDialog } from './RemoveViewDialog.tsx';
export { SavedViewList } from './SavedViewList.tsx';
