import { capability, type Route, type RouteOptions } from '../record/capability.ts';
import { CONTRIBUTION_COLLECTIONS } from './contribution-collections.ts';
import { pruneInboundMails } from './mail/prune-mails.ts';
import { sweepContributions } from './retention.ts';
import { contributionApiRoutes } from './routes/api-routes.ts';
import { describeContributionRoutes } from './routes/describe-routes.ts';
import { inboundMailRoutes } from './routes/inbound-mail-routes.ts';
import { contributionPages } from './routes/pages.ts';

/** Receives contributions by web and mail. It uses content as applications do, and adds nothing to its records. */
export const contributions = capability({
  tables: CONTRIBUTION_COLLECTIONS,
  sweeps: [
    (database, { keepContributionsDays }) => sweepContributions(database, keepContributionsDays),
    (database, { keepMailDays }) => pruneInboundMails(database, keepMailDays),
  ],
  routes: (options: RouteOptions): readonly Route[] =>
    options.table.operation('content-contributions.list')
      ? [...contributionApiRoutes(options), ...inboundMailRoutes(options), ...contributionPages(options)]
      : [],
  describe: describeContributionRoutes,
});
