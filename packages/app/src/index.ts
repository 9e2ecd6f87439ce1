export { createApplication } from './application/create-application.ts';
export type { ApplicationOptions, ApplicationParts, ConfigWith } from './application/create-application.ts';
export { applicationTable } from './application/application-table.ts';
export { defineApplication } from './application/define-application.ts';
export type { ApplicationDefinition, RunnableApplication } from './application/define-application.ts';
export { TENANT, tenantIdOf } from './commands/tenant-of.ts';
export { withDatabase } from './commands/with-database.ts';
export { MOUNTS, mountApplication } from './compose/mounts.ts';
export type { AdditionsOf, Mount, MountInput } from './compose/mounts.ts';
export { RouteTakenError } from './compose/route-taken.ts';
export { openApplication, serveApplication } from './compose/serve.ts';
export type { Running, RunningServer } from './compose/serve.ts';
export type {
  Additions,
  Application,
  Diagnostics,
  Finding,
  OwnSignIn,
  Parts,
  Report,
  Restoring,
  Stop,
  SurfaceName,
} from './definition/application.ts';
export { CommandUsageError, say } from './definition/command-line.ts';
export type { CommandArgument, CommandInput, CommandOption } from './definition/command-line.ts';
export type { Command, CommandContext } from './definition/command.ts';
export { createLogger } from './server/logger.ts';
export { hostOf, userAgentOf } from './server/outbound.ts';
export { openApplicationSigner, signingKeyFile } from './server/signing.ts';
export { startTidying } from './server/tidy.ts';
export type { TidyOptions } from './server/tidy.ts';
export type { BackupSettings, Config, OutboundSettings } from './settings/config.ts';
export { dataFolder } from './settings/data-folder.ts';
export { ConfigError } from './settings/config-error.ts';
export { settingNames } from './settings/environment.ts';
export { settingFormats } from './settings/formats.ts';
export type { OidcSettings } from './settings/oidc-settings.ts';
export { faultsOf, readSettings } from './settings/read-settings.ts';
export type { OwnSettings, SettingsSource } from './settings/read-settings.ts';
