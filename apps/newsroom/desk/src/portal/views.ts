import { lazy } from 'react';

export const OwnWork = lazy(() => import('./OwnWork.tsx').then((module) => ({ default: module.OwnWork })));
export const NewContribution = lazy(() => import('./NewContribution.tsx').then((module) => ({ default: module.NewContribution })));
export const OwnContribution = lazy(() => import('./OwnContribution.tsx').then((module) => ({ default: module.OwnContribution })));
export const Notifications = lazy(() => import('../views/own/Notifications.tsx').then((module) => ({ default: module.Notifications })));
export const SignInSecurity = lazy(() => import('../views/own/SignInSecurity.tsx').then((module) => ({ default: module.SignInSecurity })));
export const Draft = lazy(() => import('./Draft.tsx').then((module) => ({ default: module.Draft })));
