import { ContentTransparencyReport } from '@colophon/ui/reading';
import type { PublishedTransparency } from '@colophon/content';
import type { ComponentProps, ReactElement } from 'react';
import type { Site } from '../site.ts';
import { Frame } from './Frame.tsx';

/** What the page of an account shows. */
export interface AccountData {
  readonly title: string;
  /** Where the piece is read. */
  readonly address: string;
  readonly account: PublishedTransparency;
  /** Where the pieces that it cites are read. */
  readonly cited: Readonly<Record<string, string>>;
}

/** How a piece was made, for its readers. */
export function AccountPage({ site, data }: { readonly site: Site; readonly data: AccountData }): ReactElement {
  const { title, address, account, cited } = data;
  return (
    <Frame
      site={site}
      head={{ title: `How this was made: ${title}`, path: `${address}/how-this-was-made`, description: `What stands behind “${title}”.` }}
    >
      <div className="page-account">
        <h1 className="page-title" dir="auto">
          <a href={address}>{title}</a>
        </h1>
        <ContentTransparencyReport
          data={account as unknown as ComponentProps<typeof ContentTransparencyReport>['data']}
          hrefFor={(id) => cited[id] ?? null}
          locale={site.language}
          timeZone={site.timeZone}
        />
        <p className="page-older">
          <a href={address}>Read the piece</a>
        </p>
      </div>
    </Frame>
  );
}
