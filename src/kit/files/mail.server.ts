import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import { isTemporaryRefusal } from '#people/mail/smtp-refusal.ts';
import { securityOf } from './smtp-setting.server.ts';

export type MailAttachment = { name: string; contentType: string; bytes: Buffer };

/** A mail to send. `createdAt` becomes its Date, so that the same mail has the same bytes. */
export type OutgoingMail = {
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  createdAt: Date;
  /** Reply-To, if not the sender. */
  replyTo?: string | undefined;
  attachments?: readonly MailAttachment[] | undefined;
  /** One-click unsubscribe URL (RFC 8058). */
  unsubscribeUrl?: string | undefined;
};

/** Delivers a mail or throws a MailFailure. Gives up when `signal` aborts. */
export type SendMail = (mail: OutgoingMail, signal: AbortSignal) => Promise<void>;

/**
 * Reason that a mail was not sent: the server is unreachable (`outage`, not the mail's fault), or it refused this
 * mail temporarily or permanently (src/people/mail/smtp-refusal.ts). `reason` may name the recipient: never log it.
 */
export type MailFailure = { kind: 'outage' | 'not-now' | 'refused'; code: string; reason: string };

const failed = (failure: MailFailure) =>
  Object.assign(new Error(`mail: ${failure.code}`), { mailFailure: failure });

/** Failure attached to an error; undefined if the error is a defect. */
export function mailFailureOf(error: unknown): MailFailure | undefined {
  return typeof error === 'object' && error !== null && 'mailFailure' in error
    ? (error as { mailFailure: MailFailure }).mailFailure
    : undefined;
}

/** Loaded with the first mail: it is a tenth of all modules loaded at start. */
const mailer = () => import('nodemailer');

// Characters that end or list addresses in a header or in SMTP; no real mailbox has them.
const unwritable = /[\s\p{Cc}<>()[\],;:"\\]/u;

function toMessage(from: string, mail: OutgoingMail): SendMailOptions {
  if (unwritable.test(mail.to)) {
    throw failed({ kind: 'refused', code: 'ADDRESS', reason: 'この宛先には送れません。' });
  }
  return {
    from,
    // As an object, so that the address is not parsed as a list.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    textEncoding: 'base64',
    ...(mail.replyTo !== undefined && { replyTo: { name: '', address: mail.replyTo } }),
    ...(mail.attachments?.length && {
      attachments: mail.attachments.map(({ name, contentType, bytes }) => ({
        filename: name,
        contentType,
        content: bytes,
        contentDisposition: 'attachment' as const,
      })),
    }),
    messageId: mail.messageId,
    date: mail.createdAt,
    // Suppresses automatic replies (RFC 3834).
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribeUrl !== undefined && {
        'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

type SmtpError = {
  code?: string;
  responseCode?: number;
  /** All lines of the server's response. */
  response?: string;
  /** Command that it responds to; 'API' if none was sent. */
  command?: string;
  message?: string;
};

function toFailure(error: unknown): MailFailure {
  const {
    code = 'UNKNOWN',
    responseCode = 0,
    response = '',
    command = '',
    message = '',
  } = error as SmtpError;
  const reason = message.slice(0, 300);
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  // Refusals of the sender (greeting, sign-in, TLS, our address) or of everything (421) are outages.
  if (command === 'MAIL FROM' && code === 'EENVELOPE') {
    return { kind: 'outage', code: 'ESENDER', reason };
  }
  if (!isAboutMail || responseCode === 421) return { kind: 'outage', code, reason };
  const isPassing = isTemporaryRefusal(responseCode, response, code === 'EMESSAGE');
  return { kind: isPassing ? 'not-now' : 'refused', code: `${code} ${responseCode}`, reason };
}

/** Sends through the mail server at `url` (SMTP_URL). `timeoutMs` bounds every wait. */
export function sendBySmtp({
  url,
  from,
  timeoutMs = 5_000,
}: {
  url: string;
  from: string;
  timeoutMs?: number | undefined;
}): SendMail {
  const options = {
    url,
    ...securityOf(url),
    pool: true,
    maxConnections: 5,
    // A lost connection may have delivered the mail: only the outbox decides on a retry.
    maxRequeues: 0,
    // Idle connections close soon, so that a server stop has none to close.
    idleTimeout: 2_000,
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: 2 * timeoutMs,
    socketCloseTimeout: 1_000,
  } as const;
  const open = async () => (await mailer()).createTransport(options);
  let transport: ReturnType<typeof open> | undefined;
  return async (mail, signal) => {
    const message = toMessage(from, mail);
    transport ??= open();
    try {
      const sent = await (await transport).sendMail({ ...message, signal });
      // One recipient per mail: if refused, the mail was not sent.
      const [refused] = sent.rejectedErrors ?? [];
      if (refused) throw refused;
    } catch (error) {
      throw failed(toFailure(error));
    }
  };
}

/** Saves each mail as an .eml file in `folder`, atomically. The same mail is one file. */
export function saveAsFiles({ folder, from }: { folder: string; from: string }): SendMail {
  return async (mail) => {
    const { createTransport } = await mailer();
    const transport = createTransport({ streamTransport: true, buffer: true });
    const { message } = await transport.sendMail(toMessage(from, mail));
    const name = mail.messageId.replace(/[^\w.@-]/g, '');
    const unfinished = join(folder, `.${name}.${randomUUID()}`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(unfinished, 'wx', 0o600);
      try {
        await file.writeFile(message as Buffer);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, join(folder, `${name}.eml`));
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => {});
      throw failed(toFailure(error));
    }
  };
}

/** Connects and signs in at the mail server without sending; returns why it failed, or undefined. */
export async function tryMailServer(url: string, timeoutMs = 5_000): Promise<string | undefined> {
  const transport = (await mailer()).createTransport({
    ...{ url, ...securityOf(url), dnsTimeout: timeoutMs },
    ...{ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
  });
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    transport.close();
  }
}
