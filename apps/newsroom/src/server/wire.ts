import {
  accountCredentials,
  assetFiles,
  contentChat,
  contentReviewer,
  contentSites,
  contentTranslator,
  contributionSecret,
  ContributionSecret,
  contributorAccounts,
  createAIChatModel,
  createAIIllustrator,
  createAIReviewer,
  createAITranslator,
  inboundMail,
  loggedEditions,
  mirrorSettings,
  type OwnCheck,
  ownChecks,
  peopleNames,
  previews,
  Previews,
  principlesUrl,
  publishingPrinciples,
  thumbnailStrategies,
  searchLog,
  searchTypes,
  ThumbnailStrategies,
  drafts,
  TRASH_KEPT,
  trashDays,
} from '@colophon/content';
import type { Database } from '@colophon/core';
import { logSources } from '@colophon/core/log';
import type { FileStore } from '@colophon/core/files';
import type { Signer } from '@colophon/core/signing';
import { webhookSender } from '@colophon/core/webhooks';
import { callerNow } from '@colophon/identity';
import { mailKinds, MailKinds, mailSecret, MailSecret } from '@colophon/mail';
import type { SenderVerifier } from '@colophon/readers';
import type { Config } from '../config/load-config.ts';
import { previewPages } from '../pages/preview-page.ts';
import { type NewsroomAI, openAI } from './ai.ts';
import { newsroomAssetFiles } from './files.ts';
import { type InboundReading, readInboundMail } from './inbound-reading.ts';
import { newsroomMailKinds } from './mail/kinds.ts';
import { placesAt } from './mail/places.ts';
import { mailSecurityEvents } from './mail/security-mail.ts';
import { newsroomMirrors, newsroomTiles } from './outbound.ts';
import { addressOfUser, namesOfPeople, openAccounts } from './people.ts';
import { siteOfTenant } from '../pages/site-of-tenant.ts';
import { newsroomWebhookSender } from './webhooks.ts';

// The only place where Newsroom provides something to its database, beside what every application does. A port is provided once, before its
// first use: seeding, mail and listening come later.

/** Provides what follows from the settings alone. @param checks the checks of extensions, by the names that rules give them */
export function wire(config: Config, database: Database, checks: Readonly<Record<string, OwnCheck>> = {}): void {
  const { baseUrl, secret, mail } = config;
  database.ports
    .provide(publishingPrinciples, principlesUrl(config.publishingPrinciples ?? null))
    .provide(contentSites, (same, tenantId) => siteOfTenant(same, tenantId, baseUrl))
    .provide(peopleNames, namesOfPeople)
    .provide(trashDays, config.keepTrashDays ?? TRASH_KEPT)
    .provide(drafts, config.drafts ?? drafts.none)
    .provide(searchLog, config.searchLog ?? 'on')
    .provide(searchTypes, config.searchTypes ?? {})
    .provide(logSources, [loggedEditions])
    .provide(mirrorSettings, newsroomMirrors(config))
    .provide(contributionSecret, new ContributionSecret(secret))
    .provide(contributorAccounts, addressOfUser)
    .provide(mailSecret, new MailSecret(secret))
    .provide(mailKinds, new MailKinds(newsroomMailKinds(placesAt(baseUrl, mail?.from.name ?? 'Newsroom'))))
    .provide(ownChecks, checks)
    .provide(webhookSender, newsroomWebhookSender(config));
  mailSecurityEvents(config, database);
}

/** Provides the signing of accounts. A signed account contains the public address of the piece. */
export function wireAccounts(signer: Signer, { baseUrl }: Config, database: Database): void {
  database.ports.provide(accountCredentials, { signer, baseUrl });
}

/** Provides the configured file storage for the files of assets. @param store the storage, if it is open */
export async function wireFiles(config: Config, database: Database, store?: FileStore): Promise<void> {
  database.ports.provide(assetFiles, await newsroomAssetFiles(config, store));
}

/**
 * Provides the AI of reviews, translations, thumbnails and chat from the settings (`LIB_AI_*`). Without one, AI reviews and AI pictures
 * respond with 503, and there is no chat; the gates based on rules and people still apply, and cards and maps are drawn.
 *
 * @returns the AI; undefined without one
 * @throws ConfigError if a provider is configured but invalid: this must not be discovered at the first review
 */
export async function wireAI(config: Config, database: Database, onError: (error: unknown) => void): Promise<NewsroomAI | undefined> {
  const { chat, aiWebSearches: webSearches } = config;
  const opened = await openAI(config, database);
  const ai = opened?.ai;
  const pictures = () => import('@colophon/pictures');
  database.ports
    .provide(contentReviewer, ai && { reviewer: createAIReviewer(ai, { webSearches }) })
    .provide(contentTranslator, ai && createAITranslator(ai))
    .provide(
      thumbnailStrategies,
      new ThumbnailStrategies({ pictures, illustrator: ai && createAIIllustrator(ai), tiles: newsroomTiles(config) }),
    )
    .provide(contentChat, {
      model: ai && chat && createAIChatModel(ai, { webSearches }),
      models: chat?.models ?? [],
      onError,
      openAccounts: (ids) => openAccounts(database, ids),
      ...(chat?.daily === undefined ? {} : { daily: chat.daily }),
    });
  return opened;
}

/**
 * Provides the reading of contributions by mail, if the settings name a domain.
 *
 * @param verifier authenticates the sender of a mail; by DNS unless given
 * @returns what reads the mails, to be closed; undefined without a domain
 * @throws ConfigError if the secret is invalid
 */
export function wireInboundMail(
  config: Pick<Config, 'inbound' | 'mail'>,
  database: Database,
  verifier?: SenderVerifier,
): InboundReading | undefined {
  const reading = readInboundMail(config, database, verifier);
  database.ports.provide(inboundMail, reading?.settings);
  return reading;
}

/** Provides the preview links of drafts, with the templates of the site. */
export function wirePreviews(config: Config, database: Database, site: Parameters<typeof previewPages>[1]): void {
  const { secret, baseUrl } = config;
  database.ports.provide(previews, new Previews({ secret, baseUrl, callerOf: callerNow, renderPage: previewPages(database, site) }));
}
