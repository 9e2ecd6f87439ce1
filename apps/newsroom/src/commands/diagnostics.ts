import { randomUUID } from 'node:crypto';
import { CommandUsageError, type Diagnostics, type Finding } from '@colophon/app';
import { createSmtpTransport, domainOf, readAddress, STANDARD_HEADERS } from '@colophon/mail';
import { checkMailbox } from '@colophon/readers';
import type { Config } from '../config/load-config.ts';

/** What `newsroom doctor` checks in addition to what every application does: mail in both directions. */
export const diagnostics: Diagnostics<Config> = {
  options: { 'mail-to': { value: 'address', about: 'Also send a test mail to this address.' } },
  async find(config, input) {
    const mailTo = input.option('mail-to');
    if (mailTo !== undefined && readAddress(mailTo) === undefined)
      throw new CommandUsageError('--mail-to must be one address, such as ada@news.example.');
    return [
      ...(config.inbound?.imap === undefined ? [] : [await checkInboundMailbox(config.inbound.imap)]),
      ...(mailTo === undefined ? [] : [await checkMail(config, mailTo)]),
    ];
  },
};

/** Sends a test mail. */
async function checkMail({ mail, baseUrl }: Config, to: string): Promise<Finding> {
  const check = `a test mail is sent to ${to}`;
  if (!mail) return { what: check, fault: 'mail is not configured: set MAIL_URL and MAIL_FROM' };
  const transport = createSmtpTransport(mail);
  try {
    await transport.send({
      from: mail.from,
      to,
      subject: 'Newsroom sends mail',
      text: `This was sent by newsroom doctor to check outgoing mail from ${baseUrl}.\n\nIt is ${transport.signs ? '' : 'not '}signed by DKIM.\n`,
      messageId: `${randomUUID()}@${domainOf(mail.from.address)}`,
      headers: STANDARD_HEADERS,
    });
    return { what: check };
  } catch (error) {
    return { what: check, fault: (error as Error).message };
  } finally {
    await transport.close?.();
  }
}

/** Signs in and opens the folder, without reading any mail. */
async function checkInboundMailbox(imap: string): Promise<Finding> {
  const check = 'the mailbox of INBOUND_IMAP can be read';
  try {
    await checkMailbox(imap);
    return { what: check };
  } catch (error) {
    return { what: check, fault: (error as Error).message };
  }
}
