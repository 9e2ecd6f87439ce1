import type { ReactElement } from 'react';
import { Editor } from './Editor.tsx';

/** The page is the server's, the editor in it the browser's. */
// oxlint-disable-next-line import/no-default-export
export default function Page(): ReactElement {
  return <Editor />;
}
