import type { Call } from '@colophon/core';
import type { Contents } from '../../content/contents.ts';
import type { ItemSource } from '../../imported-items/imported-item.ts';
import type { HtmlConverter } from './html-converter.ts';
import type { ReportBuilder } from './import-report.ts';
import type { WaitingLinks } from './waiting-links.ts';

/** The context of one import of a site. */
export interface SiteRun {
  readonly contents: Contents;
  readonly call: Call;
  readonly source: ItemSource;
  readonly converter: HtmlConverter;
  readonly report: ReportBuilder;
  readonly waitingLinks: WaitingLinks;
  /** Import published pieces as drafts. */
  readonly asDraft: boolean;
  /** Each batch is written and rolled back. */
  readonly dryRun: boolean;
}
