import { ContentTransparencyReport } from '@colophon/ui/reading';
import type { PublishedTransparency } from '@colophon/content';
import type { ComponentProps, ReactElement } from 'react';
import type { Site } from '../site.ts';
import { Frame } from './Frame.tsx';

/** The content of the page of an account. */
export interface AccountData {
  readonly title: string;
  /** The address of the piece. */
  readonly address: string;
  readonly account: PublishedTransparency;
  /** The addresses of the pieces that it cites. */
  readonly cited: Readonly<Record<string, string>>;
}

/** How a piece was made, for its readers. */
export function AccountPage({ site, data }: { readonly site: Site; readonly data: AccountData }): ReactElement {
  const { title, address, account, cited } = data;
  return (
    <Frame
      site={site}
      head={{
        title: `How this was made: ${title}`,
        path: `${address}/how-this-was-made`,
        description: `The sources, reviews, corrections and versions of “${title}”.`,
      }}
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
