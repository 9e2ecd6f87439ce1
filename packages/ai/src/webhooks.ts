export { verifyWebhook, WebhookError, type VerifiedWebhook, type WebhookOptions } from './webhooks/verify-webhook.ts';
