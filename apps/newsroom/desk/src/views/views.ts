import { lazy } from 'react';

// Each view is loaded on demand.
export const Dashboard = lazy(() => import('./dashboard/Dashboard.tsx').then((module) => ({ default: module.Dashboard })));
export const Pieces = lazy(() => import('./pieces/Pieces.tsx').then((module) => ({ default: module.Pieces })));
export const Piece = lazy(() => import('./pieces/Piece.tsx').then((module) => ({ default: module.Piece })));
export const Approvals = lazy(() => import('./approvals/Approvals.tsx').then((module) => ({ default: module.Approvals })));
export const Trash = lazy(() => import('./pieces/Trash.tsx').then((module) => ({ default: module.Trash })));
export const Schedule = lazy(() => import('./schedule/Schedule.tsx').then((module) => ({ default: module.Schedule })));
export const Inbox = lazy(() => import('./contributions/Inbox.tsx').then((module) => ({ default: module.Inbox })));
export const Contributors = lazy(() => import('./contributions/Contributors.tsx').then((module) => ({ default: module.Contributors })));
export const ContributionTypes = lazy(() =>
  import('./contributions/ContributionTypes.tsx').then((module) => ({ default: module.ContributionTypes })),
);
export const Facts = lazy(() => import('./facts/Facts.tsx').then((module) => ({ default: module.Facts })));
export const Assets = lazy(() => import('./assets/Assets.tsx').then((module) => ({ default: module.Assets })));
export const Tags = lazy(() => import('./tags/Tags.tsx').then((module) => ({ default: module.Tags })));
export const Synonyms = lazy(() => import('./search/Synonyms.tsx').then((module) => ({ default: module.Synonyms })));
export const Governance = lazy(() => import('./administration/Governance.tsx').then((module) => ({ default: module.Governance })));
export const Jobs = lazy(() => import('./administration/Jobs.tsx').then((module) => ({ default: module.Jobs })));
export const Audit = lazy(() => import('./administration/Audit.tsx').then((module) => ({ default: module.Audit })));
export const Users = lazy(() => import('./administration/Users.tsx').then((module) => ({ default: module.Users })));
export const Mail = lazy(() => import('./administration/Mail.tsx').then((module) => ({ default: module.Mail })));
export const Webhooks = lazy(() => import('./administration/Webhooks.tsx').then((module) => ({ default: module.Webhooks })));
export const Notifications = lazy(() => import('./own/Notifications.tsx').then((module) => ({ default: module.Notifications })));
export const SignInSecurity = lazy(() => import('./own/SignInSecurity.tsx').then((module) => ({ default: module.SignInSecurity })));
export const Tokens = lazy(() => import('./administration/Tokens.tsx').then((module) => ({ default: module.Tokens })));
