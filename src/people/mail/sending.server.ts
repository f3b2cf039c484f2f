import { setTimeout as wait } from 'node:timers/promises';
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { type MailFailure, mailFailureOf, type SendMail } from '#kit/files/mail.server.ts';
import { poll } from '#kit/jobs/poll.server.ts';
import type { Secrets } from '#kit/keys/secrets.server.ts';
import { attachmentsOfMail } from '#people/messages/thread-files.server.ts';
import { replyAddress } from '#people/messages/thread-tokens.server.ts';
import { type MailContent, renderHtml, renderText, withoutTyped } from './mail-content.server.ts';
import { outboxMails } from './mail-tables.server.ts';
import { isUnwanted } from './preferences.server.ts';
import { isProvenAddress } from './proven-address.server.ts';
import { hiddenLink, hideLinks, openLinks } from './sealed-links.server.ts';
import { oneClickUrl, preferenceOfMail } from './unsubscribing.server.ts';

export type Sending = {
  /** Starts polling for waiting mails. */
  start(): void;
  /** Stops within seconds; unsent mails stay waiting. */
  stop(): Promise<void>;
  /** Sends the waiting mails; returns the number sent. */
  sendWaiting(): Promise<number>;
};

const pollMs = 2_000;
const batchSize = 10;
/** Aborts a mail that hangs. Shorter than the lease, or two processes would send it. */
const sendDeadlineMs = 20_000;
const leaseMs = 40_000;
/** Time that a stop waits for mails under way; the database gets a second more to record them. */
const stopTimeoutMs = 4_000;
/** Waits double up to these: mails go out within a minute of a recovery. */
const longestOutagePauseMs = 20_000;
const longestRetryMs = 45_000;
/** No wait exceeds its own delay plus this. A longer one was written before the database's clock was set back. */
const longestWaitMs = 60_000;
/** Attempts before a mail is given up: one if refused for good, some hours' worth if refused "for now". */
const deadAfter: Record<MailFailure['kind'], number> = {
  refused: 1,
  'not-now': 300,
  outage: Number.POSITIVE_INFINITY,
};

/** Its SECRET may be restored, so it is tried for hours. */
const sealedFailure: MailFailure = {
  kind: 'not-now',
  code: 'SEALED',
  reason: 'its links are sealed under a SECRET that is neither SECRET nor in SECRET_OLD',
};

/** The store may recover. */
const filesFailure: MailFailure = {
  kind: 'not-now',
  code: 'FILES',
  reason: 'its attachments cannot be read from the store',
};

const inMs = (ms: number) => sql`now() + make_interval(secs => ${ms / 1000}::double precision)`;

/**
 * Sends the outbox. Any number of processes may run: each claims mails under a lease (SKIP LOCKED, the database's
 * clock), sends them and marks them as sent. A mail is sent twice only if a process dies, or is stopped while the
 * database hangs, between the mail server's acceptance and that mark; both then have the same Message-ID.
 */
export function mailSending(
  {
    db,
    files,
    clock,
    publicUrl,
    inboundMail,
    ...secrets
  }: Secrets & Pick<Dependencies, 'db' | 'files' | 'clock' | 'publicUrl' | 'inboundMail'>,
  send: SendMail,
  { firstPauseMs = 1_000 } = {},
): Sending {
  const abandoning = new AbortController();
  let stopped: Promise<void> | undefined;
  /** 0 while sending works; else the pause before the server is tried again. */
  let outagePauseMs = 0;
  /** Error code of the current outage: of TLS, the network or the server. */
  let lastOutage = '';

  /**
   * Brings back mails scheduled hours ahead by a clock that was wrong and was corrected. One may be under way in
   * another process, so they become due when its lease would end.
   */
  async function rescheduleAhead() {
    const isAhead = gt(
      outboxMails.availableAt,
      sql`${inMs(longestWaitMs)} + make_interval(mins => ${outboxMails.waitsMinutes})`,
    );
    await db
      .update(outboxMails)
      .set({ availableAt: inMs(leaseMs) })
      .where(and(eq(outboxMails.state, 'waiting'), isAhead));
  }

  async function claim(count: number) {
    const due = db
      .select({ id: outboxMails.id })
      .from(outboxMails)
      .where(and(eq(outboxMails.state, 'waiting'), lte(outboxMails.availableAt, sql`now()`)))
      .orderBy(asc(outboxMails.availableAt), asc(outboxMails.id))
      .limit(count)
      .for('update', { skipLocked: true });
    return (
      db
        .update(outboxMails)
        .set({ attempts: sql`${outboxMails.attempts} + 1`, availableAt: inMs(leaseMs) })
        // An array is evaluated once; the planner could rerun a subquery and claim more.
        .where(sql`${outboxMails.id} = any(array(${due}))`)
        .returning()
    );
  }
  type Claimed = Awaited<ReturnType<typeof claim>>[number];

  /** A resent mail has the attachments of the original. */
  async function attachmentsOf({ id, replyTo, resendOf }: Claimed) {
    if (!replyTo) return undefined;
    return attachmentsOfMail({ db, files }, resendOf ?? id).catch(() => {
      throw Object.assign(new Error('mail: FILES'), { mailFailure: filesFailure });
    });
  }

  /** `claimedAtMs` is the time its claim began, on the clock of `performance`. */
  async function deliver(
    mail: Claimed,
    claimedAtMs: number,
  ): Promise<'sent' | 'unwanted' | MailFailure['kind']> {
    const unwanted = preferenceOfMail(mail);
    if (unwanted && (await isUnwanted(db, unwanted, mail.recipient))) {
      await db.delete(outboxMails).where(eq(outboxMails.id, mail.id));
      return 'unwanted';
    }
    const opened = openLinks(mail.content as MailContent, secrets, mail.dedupeKey);
    if (!opened) {
      // A mail with dead links is worse than one that waits for the operator.
      await reschedule(mail, sealedFailure);
      return sealedFailure.kind;
    }
    const signal = AbortSignal.any([AbortSignal.timeout(sendDeadlineMs), abandoning.signal]);
    const written = mail.content as MailContent;
    const isProven = await isProvenAddress(db, mail.recipient);
    const content = isProven ? written : withoutTyped(written);
    const readable = isProven ? opened.content : withoutTyped(opened.content);
    try {
      const attachments = await attachmentsOf(mail);
      if (performance.now() - claimedAtMs > leaseMs - sendDeadlineMs) {
        throw new Error('the database took longer than the lease allows');
      }
      await send(
        {
          messageId: mail.messageId,
          to: mail.recipient,
          subject: mail.subject,
          text: renderText(readable, publicUrl),
          html: renderHtml(readable, publicUrl),
          createdAt: mail.createdAt,
          replyTo: mail.replyTo
            ? replyAddress({ inboundMail, ...secrets }, mail.replyTo)
            : undefined,
          attachments,
          unsubscribeUrl: unwanted && oneClickUrl({ secret: secrets.secret, publicUrl }, unwanted),
        },
        signal,
      );
    } catch (error) {
      const failure = mailFailureOf(error);
      if (!failure) throw error;
      await reschedule(mail, failure);
      return failure.kind;
    }
    await markSent(mail, content);
    return 'sent';
  }

  /** The mail was sent, so a brief database failure must not send it again. */
  async function markSent(mail: Claimed, content: MailContent) {
    const textBody = renderText(hideLinks(content, hiddenLink), publicUrl);
    for (let attempt = 1; ; attempt++) {
      try {
        await db
          .update(outboxMails)
          .set({
            ...{ state: 'sent', sentAt: clock(), lastError: '', content, textBody },
            // The address it went to, even if it changed meanwhile.
            recipient: mail.recipient,
          })
          .where(eq(outboxMails.id, mail.id));
        return;
      } catch (error) {
        if (attempt >= 5 || abandoning.signal.aborted) throw error;
        await wait(1_000, undefined, { signal: abandoning.signal }).catch(() => {});
      }
    }
  }

  async function reschedule(mail: Claimed, { kind, code, reason }: MailFailure) {
    const backoffMs = Math.min(firstPauseMs * 2 ** Math.min(mail.attempts, 20), longestRetryMs);
    if (kind === 'outage') lastOutage = code;
    const isDead = mail.attempts >= deadAfter[kind];
    if (isDead) console.warn('mail given up:', mail.messageId, code);
    await db
      .update(outboxMails)
      .set({
        state: isDead ? 'dead' : 'waiting',
        // An outage is not the mail's fault, so it is not counted as an attempt.
        attempts: kind === 'outage' ? mail.attempts - 1 : mail.attempts,
        availableAt: inMs(kind === 'outage' ? nextOutagePauseMs() : backoffMs),
        lastError: `${code} ${reason}`.replaceAll('\0', '').slice(0, 500),
      })
      .where(and(eq(outboxMails.id, mail.id), eq(outboxMails.attempts, mail.attempts)));
  }

  const nextOutagePauseMs = () =>
    Math.min(Math.max(outagePauseMs * 2, firstPauseMs), longestOutagePauseMs);

  async function sendWaiting(signal?: AbortSignal): Promise<number> {
    let sentCount = 0;
    await rescheduleAhead();
    while (!signal?.aborted && !stopped) {
      const claimedAtMs = performance.now();
      // During an outage one mail probes the server; the others are left alone.
      const claimed = await claim(outagePauseMs > 0 ? 1 : batchSize);
      if (claimed.length === 0) break;
      const results = await Promise.allSettled(claimed.map((mail) => deliver(mail, claimedAtMs)));
      const broken = results.find((result) => result.status === 'rejected');
      if (broken) throw broken.reason;
      const outcomes = results.map((result) => result.status === 'fulfilled' && result.value);
      sentCount += outcomes.filter((outcome) => outcome === 'sent').length;
      if (outcomes.every((outcome) => outcome === 'outage')) {
        if (outagePauseMs === 0) console.warn('mails cannot leave for now; they wait:', lastOutage);
        outagePauseMs = nextOutagePauseMs();
        break;
      }
      outagePauseMs = 0;
    }
    return sentCount;
  }

  const polling = poll(sendWaiting, {
    job: 'mails',
    everyMs: () => outagePauseMs || pollMs,
    failing: 'mails wait',
  });

  async function stopSending() {
    const ended = polling.stop();
    const timer = setTimeout(() => abandoning.abort(), stopTimeoutMs);
    await Promise.race([ended, wait(stopTimeoutMs + 1_000, undefined, { ref: false })]);
    clearTimeout(timer);
  }

  return {
    start: polling.start,
    stop() {
      stopped ??= stopSending();
      return stopped;
    },
    sendWaiting,
  };
}
