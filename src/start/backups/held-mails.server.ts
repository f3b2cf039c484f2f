import { and, desc, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import { issueLinks, withCurrentLinks } from '#giving/applications/editing/renew-links.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import type { MailContent } from '#people/mail/mail-content.server.ts';
import type { MailKind } from '#people/mail/mail-kinds.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { openLinks, sealLinks } from '#people/mail/sealed-links.server.ts';
import { type HeldMailChoice, type HeldMailGroup, maxShownHeldMails } from './restore.ts';

/** Mails whose links end with a restore. */
const withEndedLinks: readonly MailKind[] = [
  'setup-link',
  'verify-email',
  'reset',
  'confirm-email-change',
  'email-change-asked',
  'email-changed',
  'invitation',
];

const isHeld = eq(outboxMails.state, 'held');
const sentAtOnce = 200;

const chosen = (choice: HeldMailChoice): SQL | undefined => {
  if ('id' in choice) return and(isHeld, eq(outboxMails.id, Number(choice.id)));
  return 'kind' in choice ? and(isHeld, eq(outboxMails.kind, choice.kind)) : isHeld;
};

/** Held mails by kind, the largest first; audited, since mails are personal data. */
export const listHeldMails = ({ db, clock }: Context, operator: Person): Promise<HeldMailGroup[]> =>
  transaction(db, async (tx) => {
    const counts = await tx
      .select({ kind: outboxMails.kind, count: sql<number>`count(*)::int` })
      .from(outboxMails)
      .where(isHeld)
      .groupBy(outboxMails.kind)
      .orderBy(sql`2 desc, 1`);
    const mails = await tx
      .select()
      .from(outboxMails)
      .where(isHeld)
      .orderBy(desc(outboxMails.id))
      .limit(maxShownHeldMails);
    const ids = mails.map(({ id }) => id);
    await audit(tx, operator, 'mails.list', ['mails', 'held'], { at: clock(), ids });
    return counts.map(({ kind, count }) => ({
      kind,
      count,
      isSendable: !withEndedLinks.some((ended) => ended === kind),
      mails: mails
        .filter((mail) => mail.kind === kind)
        .map(({ id, recipient, subject, createdAt }) => ({
          ...{ id: String(id), to: recipient, subject },
          createdAt: toTimestamp(createdAt),
        })),
    }));
  });

/** Sends held mails, with the current links of their applications; leaves those whose links have ended. */
export async function sendHeldMails(
  ctx: Context,
  operator: Person,
  choice: HeldMailChoice,
): Promise<{ count: number }> {
  const { db, clock } = ctx;
  let count = 0;
  for (;;) {
    const sent = await transaction(db, async (tx) => {
      const mails = await tx
        .select()
        .from(outboxMails)
        .where(and(chosen(choice), notInArray(outboxMails.kind, [...withEndedLinks])))
        .orderBy(outboxMails.id)
        .limit(sentAtOnce)
        .for('update');
      if (mails.length === 0) return 0;
      for (const mail of mails) await renewLinks(tx, mail, ctx);
      const ids = mails.map(({ id }) => id);
      await tx
        .update(outboxMails)
        .set({ state: 'waiting', attempts: 0, availableAt: sql`now()` })
        .where(inArray(outboxMails.id, ids));
      await audit(tx, operator, 'mails.send', ['mails', 'held'], { at: clock(), ids });
      return mails.length;
    });
    count += sent;
    if (sent < sentAtOnce) break;
  }
  if (count === 0) throw nothingHeld();
  return { count };
}

/** Drops held mails for good: what they say was said before the restore, or is no longer true. */
export const dropHeldMails = (
  { db, clock }: Context,
  operator: Person,
  choice: HeldMailChoice,
): Promise<{ count: number }> =>
  transaction(db, async (tx) => {
    const dropped = await tx
      .delete(outboxMails)
      .where(chosen(choice))
      .returning({ id: outboxMails.id });
    if (dropped.length === 0) throw nothingHeld();
    const ids = dropped.map(({ id }) => id);
    await audit(tx, operator, 'mails.drop', ['mails', 'held'], { at: clock(), ids });
    return { count: dropped.length };
  });

const nothingHeld = () =>
  refuse(
    'Conflict',
    '対象の保留中のメールがありません。ほかの人が済ませたか、リンクの期限が切れていて送れません。画面を読み込み直してください。',
  );

type Row = typeof outboxMails.$inferSelect;

/** Gives a mail about an application the links that are valid now. */
async function renewLinks(tx: Transaction, mail: Row, ctx: Context): Promise<void> {
  if (!mail.appraisalId) return;
  const [application] = await tx
    .select()
    .from(applications)
    .where(
      and(eq(applications.appraisalId, mail.appraisalId), eq(applications.email, mail.recipient)),
    );
  const opened = openLinks(mail.content as MailContent, ctx, mail.dedupeKey);
  const content = application && opened && withCurrentLinks(opened.content, application, ctx);
  if (!content) return;
  await issueLinks(tx, application, ctx);
  await tx
    .update(outboxMails)
    .set({ content: sealLinks(content, ctx.secret, mail.dedupeKey) })
    .where(eq(outboxMails.id, mail.id));
}
