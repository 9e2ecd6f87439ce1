import { ProblemNotice } from '@colophon/ui/controls';
import { MediaLibrary } from '@colophon/ui/media';
import { resolveContentEditorImageSelection } from '@colophon/ui/state';
import { type ReactElement, useRef, useState } from 'react';
import { client } from '../../api/api.ts';
import { useRefresh } from '../../api/use-answer.ts';
import { useSending } from '../../api/use-sending.ts';
import { View } from '../../shell/View.tsx';
import type { Asset } from './asset.ts';
import { AssetDialog } from './AssetDialog.tsx';

/** The library of images and files. */
export function Assets(): ReactElement {
  const refresh = useRefresh();
  const [open, setOpen] = useState<Asset | null>(null);
  const [version, setVersion] = useState(0);
  const refreshAssets = async (): Promise<void> => {
    setVersion((before) => before + 1);
    await refresh('/assets', '/content-assets');
  };
  return (
    <View title="Assets" lead="Images and files of all pieces." actions={<UploadButton onDone={refreshAssets} />}>
      <MediaLibrary isAll version={version} onSelect={(asset) => setOpen(asset as Asset)} />
      {open && <AssetDialog asset={open} onClose={() => setOpen(null)} onChanged={refreshAssets} />}
    </View>
  );
}

/** Uploads files one after the other and shows errors. */
function UploadButton({ onDone }: { readonly onDone: () => Promise<void> }): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const { run, problem, isRunning } = useSending();
  const upload = async (files: readonly File[]): Promise<void> => {
    await run(
      async () => {
        for (const file of files) await resolveContentEditorImageSelection(client, file);
      },
      files.length === 1 ? 'File uploaded.' : `${files.length} files uploaded.`,
    );
    await onDone();
    if (input.current) input.current.value = '';
  };
  return (
    <>
      {problem && <ProblemNotice problem={problem} />}
      <input
        ref={input}
        type="file"
        multiple
        className="colo-visually-hidden"
        tabIndex={-1}
        aria-label="Files"
        onChange={({ currentTarget: { files } }) => void upload([...(files ?? [])])}
      />
      <button type="button" className="colo-button" data-kind="main" aria-busy={isRunning} onClick={() => input.current?.click()}>
        {isRunning ? 'Uploading…' : 'Upload'}
      </button>
    </>
  );
}
