import { useState } from 'react';
import { MediaDialog, MediaLibrary } from '../../src/components/media/index.ts';
import type { AssetRecord } from '../../src/state/records.ts';
import { fakeClient, type SentRequest } from '../../src/testing/fake-client.ts';
import { problem } from '../../src/testing/problem.ts';
import { HOSTILE, HOSTILE_TEXT } from './hostile.ts';
import type { Stories, Story } from './story.ts';

const PIXEL = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const picture = (id: string, name: string, more: Partial<AssetRecord> = {}): AssetRecord => ({
  id,
  name,
  mimeType: 'image/png',
  fileUrl: PIXEL,
  altText: `What ${name} shows`,
  ...more,
});

export const LIBRARY: readonly AssetRecord[] = [
  picture('m1', 'mill.png', { credit: 'Ada Okoye' }),
  picture('m2', 'bridge.png', { altText: null }),
  picture('m3', 'council.png'),
];

/** A server with a library, in two pages, that writes down what it was asked. */
export function libraryServer(files: readonly AssetRecord[] = LIBRARY) {
  return fakeClient(({ path, params }: SentRequest) => {
    const query = params?.query ?? {};
    document.body.dataset['asked'] = `${document.body.dataset['asked'] ?? ''}${path} ${JSON.stringify(query)};\n`;
    if (path === '/content-assets') return { items: [{ content_id: '2', asset_id: 'm1' }] };
    if (path === '/contents') return { items: [{ id: '2', title: 'Flood at the mill' }] };
    if (path === '/tags/search-by-alias') return { items: [] };
    if (path === '/tags') return { items: [{ slug: 'floods', name: 'Floods' }] };
    const ids = typeof query['id[in]'] === 'string' ? query['id[in]'].split(',') : null;
    const found = files.filter(
      ({ id, name, altText }) =>
        (ids?.includes(id) ?? true) &&
        name.includes(typeof query['search'] === 'string' ? query['search'].replace('*', '') : '') &&
        (query['altText[null]'] === undefined || !altText),
    );
    const from = Number(query['cursor'] ?? 0);
    return { items: found.slice(from, from + 24), ...(found.length > from + 24 && { nextCursor: String(from + 24) }) };
  });
}

function Library({ isDialog = false }: { readonly isDialog?: boolean }) {
  const [told, setTold] = useState('');
  const [isOpen, setIsOpen] = useState(isDialog);
  return (
    <>
      {!isDialog && <MediaLibrary isAll contentId="1" onSelect={({ id }) => setTold(`opened ${id}`)} />}
      {isOpen && (
        <MediaDialog
          contentId="1"
          isInserted
          onAnswer={(choice) => {
            setIsOpen(false);
            setTold(
              choice === null
                ? 'nothing'
                : 'asset' in choice
                  ? `${choice.asset.id}: ${choice.alt}`
                  : choice.files.map(({ name }) => name).join(),
            );
          }}
        />
      )}
      <p data-told>{told}</p>
    </>
  );
}

const over = (files?: readonly AssetRecord[], isDialog = false): Story => ({
  provider: { client: libraryServer(files) },
  render: () => <Library isDialog={isDialog} />,
});

export const stories: Stories = {
  'media, a library': () => over([...LIBRARY, picture('m4', 'report.pdf', { mimeType: 'application/pdf', size: 12_345 })]),
  'media, many': () => over(Array.from({ length: 30 }, (_each, index) => picture(`n${index}`, `picture-${index}.png`))),
  'media, empty': () => over([]),
  'media, hostile names': () =>
    over([
      picture('h1', HOSTILE.long),
      picture('h2', HOSTILE.markup),
      picture('h3', HOSTILE.arabic),
      picture('h4', HOSTILE_TEXT, { fileUrl: 'javascript:alert(1)' }),
    ]),
  'media, without an answer': () => ({
    provider: {
      client: fakeClient(() => {
        throw problem(503, 'busy', 'The server is busy.', { requestId: 'r-1' });
      }),
    },
    render: () => <Library />,
  }),
  'media, dialog': () => over(undefined, true),
};
