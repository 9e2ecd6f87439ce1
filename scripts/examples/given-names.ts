import type { VerifyOptions } from '@colophon/verify';
import type { Hash } from 'node:crypto';
import type { CheckClientOptions } from '../../packages/ai/src/conformance/check-client.ts';
import type { AIProvider, Approval, Tool, ToolLoopState } from '../../packages/ai/src/index.ts';
import type { RunnableApplication } from '../../packages/app/src/index.ts';
import type { AppCli } from '../../packages/app-cli/src/index.ts';
import type { Client } from '../../packages/client/src/index.ts';
import type { Asset, Content, ContentContribution } from '../../packages/content/src/index.ts';
import type { JobRecord, JobTarget } from '../../packages/contract/src/index.ts';
import type { AnyCollectionClass, Call, Database, OperationTable } from '../../packages/core/src/index.ts';
import type { JobKind, JobWorkerOptions } from '../../packages/core/src/jobs.ts';
import type { Outbound } from '../../packages/outbound/src/index.ts';
import type { MailReader, PageReader, SenderVerifier } from '../../packages/readers/src/index.ts';
import type { TagAliases, Tags } from '../../packages/tags/src/index.ts';
import type { ArticleCard } from '../../packages/ui/src/components/reading/ArticleCard.tsx';
import type { ContentReviewStatusTray } from '../../packages/ui/src/components/content/ContentReviewStatusTray/ContentReviewStatusTray.tsx';
import type { ContentTransparencyReport } from '../../packages/ui/src/components/reading/ContentTransparencyReport.tsx';
import type { RegisterAssistantOptions } from '../../packages/ui/src/state/assistant/registration.ts';
import type { ContentEditorState } from '../../packages/ui/src/state/editor/editor-state.ts';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import type { z } from 'zod';

// The names that examples in doc comments use without defining them: the reader's own code.
export { generateText } from 'ai';
export { readFile, writeFile } from 'node:fs/promises';
export { it } from 'vitest';

export declare const account: Parameters<typeof ContentTransparencyReport>[0]['data'];
export declare const active: string | null;
export declare const address: string;
export declare const ai: AIProvider;
export declare const aliases: TagAliases;
export declare const apiKey: string;
export declare const app: Hono & AppCli;
export declare const application: RunnableApplication;
export declare const approvals: readonly Approval[];
export declare const article: Content;
export declare const authority: JobWorkerOptions['authority'];
export declare const baseUrl: string;
export declare const body: { readonly title: string };
export declare const bytes: Uint8Array;
export declare const call: Call;
export declare const client: Client<paths>;
export declare const ContentEditor: (properties: { readonly contentId: string; readonly onSave: () => void }) => null;
export declare const content: Content;
export declare const contribution: ContentContribution;
export declare const database: Database;
export declare const docsOf: (word: string) => number;
export declare const editor: ContentEditorState;
export declare const envelopeFrom: string;
export declare const fileKey: string;
export declare const greet: JobKind;
export declare const hash: Hash;
export declare const helo: string;
export declare const hours: Tool;
export declare const id: string;
export declare const ids: readonly string[];
export declare const items: Parameters<typeof ContentReviewStatusTray>[0]['items'];
export declare const jwks: VerifyOptions['keys'];
export declare const jobs: Map<string, JobRecord>;
export declare const logger: Logger;
export declare const mail: Uint8Array;
export declare const note: Content;
export declare const onAssistantContextChange: RegisterAssistantOptions['onChange'];
export declare const openApiDocument: Readonly<Record<string, unknown>>;
export declare const outbound: Outbound;
export declare const pages: PageReader;
export declare const piece: Parameters<typeof ArticleCard>[0]['article'] & {
  readonly slug: string;
  readonly body: string;
  readonly bodyFormat: 'markdown';
};
export declare const Places: AnyCollectionClass;
export declare const raw: Uint8Array;
export declare const Recording: typeof Asset;
export declare const parseAnswer: (response: Response) => ReturnType<CheckClientOptions['ask']>;
export declare const reader: MailReader;
export declare const remoteAddress: string;
export declare const rendered: { readonly html: string };
export declare const response: Response;
export declare const rev: number;
export declare const secret: string;
export declare const state: ToolLoopState;
export declare const table: OperationTable;
export declare const tags: Tags;
export declare const target: JobTarget;
export declare const tenantId: string | null;
export declare const token: string;
export declare const tools: readonly Tool[];
export declare const url: string;
export declare const userId: string;
export declare function setActive(id: string | null): void;
export declare const routes: Hono;
export declare const PublishInput: z.ZodObject;
export interface PublishInput extends z.infer<typeof PublishInput> {}
export interface Generation {
  readonly model: string;
}
export declare const listTools: () => Response;
export declare const verifier: SenderVerifier;
export declare function navigate(to: string): void;
export declare function lookUp(place: string): Promise<string>;
export declare function merge(currentRev: number | undefined): Promise<void>;
export declare function prepare(database: Database): Promise<void>;
export declare function sendMail(to: string, text: string): Promise<void>;
export declare function showRequirements(problem: object): void;

/** The output of `newsroom types` for an application, as far as examples need it. */
export interface paths {
  '/articles/{id}': {
    parameters: { path: { id: string } };
    get: { parameters: { path: { id: string } }; responses: { 200: { content: { 'application/json': { rev: number } } } } };
    put: {
      parameters: { path: { id: string } };
      requestBody: { content: { 'application/json': { title?: string } } };
      responses: { 200: { content: { 'application/json': { rev: number } } } };
    };
  };
  '/articles': {
    post: {
      requestBody: { content: { 'application/json': { title: string } } };
      responses: { 201: { content: { 'application/json': { rev: number } } } };
    };
  };
  '/contents/reviews': {
    post: {
      requestBody: { content: { 'application/json': { title: string } } };
      responses: { 202: { content: { 'application/json': JobRecord } } };
    };
  };
}
