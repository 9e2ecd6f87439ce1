import { type Config as ApplicationConfig, faultsOf, type OwnSettings, readSettings } from '@colophon/app';
import type { DraftSettings } from '@colophon/content';
import { type MailSettings, readMailSettings } from '@colophon/mail';
import { NEWSROOM } from './newsroom.ts';
import { type Environment, environmentSchema } from './environment.ts';

/** The configuration of Newsroom: that of every application, and its own. */
export interface Config extends ApplicationConfig {
  /** The name of the publication; default `Newsroom`. */
  readonly name?: string | undefined;
  /** The accepted file types; by default all except programs. */
  readonly filesTypes?: readonly string[];
  /** The scanner of files that strangers send, `clamd://host:port`; default none. */
  readonly filesScan?: string | undefined;
  readonly seed: 'demo' | 'none';
  /** The number of intermediate versions that each record keeps; undefined keeps all. */
  readonly keepVersions?: number | undefined;
  /** Days that the texts and files of closed contributions are kept; default 90, 30 and 180. */
  readonly keepContributionsDays?: number | undefined;
  /** Days that events are kept; default 30. */
  readonly keepEventsDays?: number | undefined;
  /** Days that deleted drafts can be restored; default 30. */
  readonly keepTrashDays?: number | undefined;
  /** How drafts that several write are kept. */
  readonly drafts?: DraftSettings | undefined;
  /** Whether the page of a piece shows others like it; default false. */
  readonly related?: boolean;
  /** What the place of pieces of some types in search results is multiplied by. */
  readonly searchTypes?: Readonly<Record<string, number>> | undefined;
  /** Whether searches of readers are counted; default on. */
  readonly searchLog?: Environment['NEWSROOM_SEARCH_LOG'];
  /** The URL of the publishing principles, if any. */
  readonly publishingPrinciples?: string | undefined;
  /** The settings of the AI that reviews content, `LIB_AI_*`; undefined without an AI. */
  readonly ai?: Readonly<Record<string, string>>;
  /** What the AI may cost in a month, in US dollars, in all processes together; undefined is no limit. */
  readonly aiBudget?: number | undefined;
  /** The file with a public table of prices; default the prices that the AI library has. */
  readonly aiPrices?: string | undefined;
  /** The most searches of the web in a reply of the assistant or a review of facts; by default none. */
  readonly aiWebSearches?: number | undefined;
  /** Days that chats are kept after the last message; default 180. */
  readonly keepChatDays?: number | undefined;
  /** The settings of chat, if there is an AI; undefined if it is disabled. */
  readonly chat?: { readonly models: readonly string[]; readonly daily?: number | undefined } | undefined;
  /** Days that the log of received and sent mails is kept; default 30. */
  readonly keepMailDays?: number | undefined;
  /** The settings for contributions by mail; undefined if they are disabled. */
  readonly inbound?: InboundSettings | undefined;
  /** The settings for outgoing mail; undefined if it is disabled. */
  readonly mail?: MailSettings | undefined;
  /** The WebSub hub that notifies subscribers of feeds; default none. */
  readonly webSubHub?: string | undefined;
  /** The map tile server; without one maps are drawn offline. */
  readonly mapTiles?: { readonly url: string; readonly attribution: string } | undefined;
  /** Hours after which mirrors are refreshed; undefined is never. */
  readonly mirrorRefreshHours?: number | undefined;
}

/** The settings for contributions by mail. */
export interface InboundSettings {
  readonly domain: string;
  /** The secret that signs mails delivered over HTTP. */
  readonly secret?: string | undefined;
  /** The address of the listener. */
  readonly listen?: string | undefined;
  /** The URL of the mailbox from which mail is fetched, with its password. */
  readonly imap?: string | undefined;
  /** Whether the listener accepts connections from other machines. */
  readonly isMx: boolean;
  /** The relay whose verdicts about senders are trusted. */
  readonly authservId?: string | undefined;
  /** How many mails are taken in an hour. */
  readonly limits?: { readonly ofTenant?: number | undefined; readonly ofSender?: number | undefined };
}

type OwnConfig = Omit<Config, keyof ApplicationConfig>;

/** The names of the settings that only Newsroom has. */
export const NEWSROOM_SETTINGS: readonly string[] = Object.keys(environmentSchema.shape);

const OWN_SETTINGS: OwnSettings<OwnConfig> = {
  names: NEWSROOM_SETTINGS,
  read(variables) {
    const result = environmentSchema.safeParse(variables);
    if (!result.success) return { faults: faultsOf(result) };
    const values = result.data;
    const faults = [...tilesFaults(values), ...inboundFaults(values), ...readMailSettings(values).faults];
    return { faults, values: ownConfigOf(values, variables) };
  },
};

/**
 * Loads the configuration from the environment and from `.env` in the working directory; the environment takes precedence.
 *
 * @param warn called with a line for each variable that looks like a setting but is not
 * @throws ConfigError naming every invalid variable
 */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env, warn: (line: string) => void = () => undefined): Config {
  const { config, own } = readSettings(NEWSROOM, OWN_SETTINGS, { environment, warn });
  return { ...config, ...own };
}

function ownConfigOf(values: Environment, variables: NodeJS.Dict<string>): OwnConfig {
  return {
    name: values.NEWSROOM_NAME || undefined,
    ...(values.FILES_TYPES ? { filesTypes: values.FILES_TYPES } : {}),
    filesScan: values.FILES_SCAN || undefined,
    seed: values.NEWSROOM_SEED,
    keepVersions: values.NEWSROOM_KEEP_VERSIONS,
    keepContributionsDays: values.NEWSROOM_KEEP_CONTRIBUTIONS_DAYS,
    keepEventsDays: values.NEWSROOM_KEEP_EVENTS_DAYS,
    publishingPrinciples: values.NEWSROOM_PUBLISHING_PRINCIPLES || undefined,
    ai: Object.fromEntries(Object.entries(variables).filter(isAISetting)),
    aiBudget: values.NEWSROOM_AI_BUDGET,
    aiPrices: values.NEWSROOM_AI_PRICES || undefined,
    aiWebSearches: values.NEWSROOM_AI_WEB_SEARCHES,
    keepTrashDays: values.NEWSROOM_KEEP_TRASH_DAYS,
    drafts: { cacheMegabytes: values.NEWSROOM_DRAFT_CACHE_MB, keepHours: values.NEWSROOM_KEEP_DRAFT_HOURS },
    related: values.NEWSROOM_RELATED === 'on',
    searchTypes: values.NEWSROOM_SEARCH_TYPES,
    searchLog: values.NEWSROOM_SEARCH_LOG,
    keepChatDays: values.NEWSROOM_KEEP_CHAT_DAYS,
    keepMailDays: values.NEWSROOM_KEEP_MAIL_DAYS,
    inbound: inboundOf(values),
    mail: readMailSettings(values).settings,
    chat: values.NEWSROOM_CHAT === 'off' ? undefined : { models: values.NEWSROOM_CHAT_MODELS ?? [], daily: values.NEWSROOM_CHAT_DAILY },
    webSubHub: values.WEBSUB_HUB || undefined,
    mapTiles: values.MAP_TILES_URL ? { url: values.MAP_TILES_URL, attribution: values.MAP_TILES_ATTRIBUTION ?? '' } : undefined,
    mirrorRefreshHours: values.NEWSROOM_MIRROR_REFRESH_HOURS,
  };
}

function inboundOf(values: Environment): InboundSettings | undefined {
  if (!values.INBOUND_DOMAIN) return undefined;
  return {
    domain: values.INBOUND_DOMAIN,
    secret: values.INBOUND_MAIL_SECRET || undefined,
    listen: values.INBOUND_LISTEN || undefined,
    imap: values.INBOUND_IMAP || undefined,
    isMx: values.INBOUND_MX ?? false,
    authservId: values.INBOUND_AUTHSERV_ID || undefined,
    limits: { ofTenant: values.INBOUND_MAILS_PER_HOUR, ofSender: values.INBOUND_MAILS_PER_SENDER },
  };
}

/** Without a domain no mail is accepted, and a domain needs a way to receive mail. */
function inboundFaults(values: Environment): string[] {
  const hasWayIn = Boolean(values.INBOUND_MAIL_SECRET || values.INBOUND_LISTEN || values.INBOUND_IMAP);
  if (!values.INBOUND_DOMAIN && hasWayIn) return ['INBOUND_DOMAIN is required for receiving mail: the domain of its addresses'];
  return values.INBOUND_DOMAIN && !hasWayIn
    ? ['INBOUND_DOMAIN requires a way to receive mail: INBOUND_LISTEN, INBOUND_IMAP or INBOUND_MAIL_SECRET']
    : [];
}

function tilesFaults({ MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: attribution }: Environment): string[] {
  return url && !attribution ? ['MAP_TILES_ATTRIBUTION is required with MAP_TILES_URL: the attribution in the corner of a map'] : [];
}

function isAISetting(entry: [string, string | undefined]): entry is [string, string] {
  return entry[0].startsWith('LIB_AI_') && entry[1] !== undefined && entry[1] !== '';
}
