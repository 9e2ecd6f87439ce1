export type { AppCliOptions, ExtraCommand, ExtraCommandContext } from './app/app-definition.ts';
export { createAppCli } from './cli/create-app-cli.ts';
export type { AppCli } from './cli/create-app-cli.ts';
export { ApiError, AuthError, CliError, InterruptedError, LocalError, NetworkError, RefusedError, UsageError } from './errors/errors.ts';
export { ExitCode } from './errors/exit-code.ts';
export type { Transport, TransportRequest, TransportResponse } from './io/transport.ts';
export type { Clock, InputStream, Io, OutputStream, ProgramInvocation } from './io/io.ts';
export type { McpBridgeOptions } from './mcp-bridge/options.ts';
