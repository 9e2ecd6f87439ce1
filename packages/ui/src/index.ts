export { ColophonProvider } from './components/provider/ColophonProvider.tsx';
export type { ColophonProviderProps } from './components/provider/ColophonProvider.tsx';
export { useColophon } from './components/provider/colophon-context.ts';
export type { Colophon, Role } from './components/provider/colophon-context.ts';
export type { Messages } from './messages/en.ts';
export type { ColophonClient } from './state/client-port.ts';
export type { Format } from './state/text/format.ts';
