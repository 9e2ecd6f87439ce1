import { isLoopbackHost } from '@colophon/base';
import type { Transporter } from 'nodemailer';
import { MailDelayedError, MailRefusedError, type MailTransport, type OutgoingMessage } from './mail-transport.ts';
import type { MailSettings } from './mail-settings.ts';

/**
 * The signed headers: those with content, and those required for one-click unsubscribe (RFC 8058 §4).
 */
const SIGNED_HEADERS =
  'From:Reply-To:To:Subject:Date:Message-ID:MIME-Version:Content-Type:Content-Transfer-Encoding:List-Unsubscribe:List-Unsubscribe-Post:Auto-Submitted';

/**
 * Creates a transport over SMTP with `nodemailer`, which is loaded when the first mail is sent. A password is never sent over an
 * unencrypted
 * connection, except to this machine.
 */
export function createSmtpTransport({ smtp, dkim }: Pick<MailSettings, 'smtp' | 'dkim'>): MailTransport {
  let loading: Promise<Transporter> | undefined;
  const load = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    const isHere = isLoopbackHost(smtp.host);
    return createTransport({
      host: smtp.host,
      port: smtp.port,
      secure: smtp.isSecure,
      // A relay on this machine rarely has a certificate that could be verified.
      ignoreTLS: isHere,
      requireTLS: !smtp.isSecure && !isHere && smtp.user !== undefined,
      ...(smtp.user === undefined ? {} : { auth: { user: smtp.user, pass: smtp.password ?? '' } }),
      ...(dkim
        ? { dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.privateKey, headerFieldNames: SIGNED_HEADERS } }
        : {}),
      connectionTimeout: 20_000,
      greetingTimeout: 20_000,
      socketTimeout: 60_000,
      disableFileAccess: true,
      disableUrlAccess: true,
      maxRecipients: 1,
      logger: false,
    });
  };
  return {
    signs: dkim !== undefined,
    async send(message, { signal } = {}) {
      loading ??= load();
      try {
        await (await loading).sendMail({ ...toNodemailer(message), ...(signal ? { signal } : {}) });
      } catch (error) {
        throw explained(error);
      }
    },
    async close() {
      await loading?.then((transporter) => transporter.close());
    },
  };
}

function toNodemailer({ from, to, subject, text, html, replyTo, messageId, headers }: OutgoingMessage): object {
  return {
    from: from.name === null ? from.address : { name: from.name, address: from.address },
    // As an object, so that it is not parsed as a list.
    to: { name: '', address: to },
    envelope: { from: from.address, to: [to] },
    subject,
    text,
    ...(html === undefined ? {} : { html }),
    ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
    messageId: `<${messageId}>`,
    headers,
  };
}

interface SmtpError extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly permanent?: boolean;
}

/**
 * Distinguishes permanent refusals of a recipient or mail from temporary errors: an unreachable server, or one that rejects
 * us as a sender, which must not count against the recipient.
 */
function explained(error: unknown): Error {
  const { code = 'unknown', command = '', responseCode, permanent } = error as SmtpError;
  const isAboutThisMail = command === 'RCPT TO' || command === 'DATA';
  if (permanent === true && isAboutThisMail) return new MailRefusedError(responseCode);
  const reply = responseCode === undefined ? '' : `, reply ${responseCode}`;
  const at = command === '' ? '' : ` at ${command.split(' ').slice(0, 2).join(' ')}`;
  return new MailDelayedError(code, `The mail server did not accept the mail: ${code}${at}${reply}.`);
}
