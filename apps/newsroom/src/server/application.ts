import { type Additions, type ApplicationDefinition, defineApplication, type Parts } from '@colophon/app';
import { contentJobs, describeContentRoutes, signPending, startContentWork } from '@colophon/content';
import { NEWSROOM } from '../config/newsroom.ts';
import { type Config, loadConfig, NEWSROOM_SETTINGS } from '../config/load-config.ts';
import { DemoAccess } from '../demo/demo-access.ts';
import { seedDemo } from '../seed/seed-demo.ts';
import { VERSION } from './describe.ts';
import { foldNames } from './fold-names.ts';
import { holdRestored } from './hold-restored.ts';
import { startInboundMail } from './inbound-mail.ts';
import { startNewsroomMail } from './mail.ts';
import { NEWSROOM_MIGRATIONS } from './migrations.ts';
import { COLLECTIONS, TABLES } from './objects.ts';
import { logInboundMail } from './refused-mail.ts';
import { NEWSROOM_RESOURCES } from './resources.ts';
import { featuresOf, newsroomSurfaces, publicationName } from './surfaces.ts';
import { newsroomTidying } from './tidy.ts';
import { NEWSROOM_TOOLSETS } from './toolsets.ts';
import { tryAccounts } from './try-accounts.ts';
import { startNewsroomWebhooks } from './webhooks.ts';
import { wire, wireAccounts, wireAI, wireFiles, wireInboundMail, wirePreviews } from './wire.ts';

/** Newsroom, without its commands. */
export const newsroomDefinition: ApplicationDefinition<Config> = {
  ...NEWSROOM,
  version: VERSION,
  approvalsPath: '/desk/approvals',
  toolsets: NEWSROOM_TOOLSETS,
  resources: NEWSROOM_RESOURCES,
  collections: COLLECTIONS,
  tables: TABLES,
  migrations: NEWSROOM_MIGRATIONS,
  jobs: contentJobs,
  ownSettings: NEWSROOM_SETTINGS,
  loadConfig,
  described: describeContentRoutes,
  features: (config) => featuresOf(config, newsroom.table),
  provide: (config, database) => wire(config, database),
  signed: wireAccounts,
  prepare: prepareNewsroom,
  migrated: foldNames,
  signAgain: 'credentials issue',
  rotating: async (database) => void (await signPending(database)),
  restoring: holdRestored,
  tried: tryAccounts,
};

/** Newsroom, as servers within another process use it. */
export const newsroom = defineApplication(newsroomDefinition);

/** Opens what Newsroom adds, fills an empty demonstration, and makes its pages. */
async function prepareNewsroom(parts: Parts<Config>): Promise<Additions> {
  const { config, database, logger, files } = parts;
  const reading = wireInboundMail(config, database);
  const ai = await wireAI(config, database, (error) => logger.error({ err: error }, 'chat'));
  logger.info({ reviewer: ai?.ai.type ?? 'none', budget: await ai?.budget() }, 'reviewer');
  await wireFiles(config, database, files);
  if (config.seed === 'demo') await seedDemo({ database, logger, baseUrl: config.baseUrl });
  const demo = await DemoAccess.open(config, database);
  wirePreviews(config, database, {
    name: publicationName(config, demo !== undefined),
    baseUrl: config.baseUrl,
    isDemo: demo !== undefined,
  });
  // Before the server listens, since a mailbox that cannot be read keeps it from starting.
  const stopInboundMail = await startInboundMail(config, database, (error) => logInboundMail(logger, error), reading);
  return {
    ...newsroomSurfaces(parts, demo?.access),
    tidying: newsroomTidying(database, config),
    announcement: announcementOf(config, demo?.url),
    async start() {
      const work = startContentWork(database, { onError: (error) => logger.error({ err: error }, 'scheduled content work failed') });
      const mail = startNewsroomMail(config, database, { onError: (error) => logger.error({ err: error }, 'mail') });
      const webhooks = startNewsroomWebhooks(config, database, { onError: (error) => logger.error({ err: error }, 'webhooks') });
      return async () => {
        await Promise.all([stopInboundMail(), work(), mail(), webhooks()]);
        // What the last calls cost is recorded before the database is closed.
        await ai?.flush();
      };
    },
  };
}

function announcementOf({ baseUrl }: Config, demoUrl: string | undefined): readonly string[] {
  return [
    `Read it: ${baseUrl}`,
    ...(demoUrl === undefined ? [] : [`Try it: ${demoUrl}  (this machine only, valid for an hour)`]),
    'To sign in: npx --no-install newsroom user create --email you@example.com --role admin',
    'To write from a program: npx --no-install newsroom token create --role editor',
  ];
}
