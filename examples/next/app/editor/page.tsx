import type { ReactElement } from 'react';
import { Editor } from './Editor.tsx';

/** The page is rendered on the server, the editor in it in the browser. */
// oxlint-disable-next-line import/no-default-export
export default function Page(): ReactElement {
  return <Editor />;
}
