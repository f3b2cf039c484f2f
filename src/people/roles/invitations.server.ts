import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { and, asc, desc, eq, gt, isNull } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { writeAudit } from '#kit/audit/audit.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { attempts } from '#kit/limits/attempts.server.ts';
import { type Role, roleLabels, type StaffRole, staffRoleLabels } from '#kit/permissions/roles.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { writeMail } from '#people/mail/outbox.server.ts';
import { countTry } from '#people/sign-in/account-messages.server.ts';
import { tokenFingerprint } from '#people/sign-in/reset-link.server.ts';
import { invitationDays, mostPeople, type OpenInvitation } from './invitation.ts';
import { invitations as table } from './role-tables.server.ts';

const openAlreadyMessage =
  'このメールアドレスには、すでに招待をお送りしています。届いていないときは、一覧から送り直してください。';
const absentMessage = 'この招待は、すでに引き受けられたか、取り消されています。';
const staleLinkMessage =
  'この招待のリンクは使えなくなっています。お手数ですが、招待した人に送り直しをご依頼ください。';
const tooManyMessage = `招待中の人は${mostPeople}人までです。使わない招待を取り消してから、お試しください。`;

const lifeMs = invitationDays * 24 * 60 * 60_000;
const servicePlace = 'たすきの運営';

type Deps = Pick<Dependencies, 'clock' | 'publicUrl' | 'secret'>;
export type InvitationRow = typeof table.$inferSelect;

/** Invitation to the service or to an organisation. */
export type InvitationInput =
  | { email: string; role: Exclude<Role, 'donor' | 'staff'> }
  | { email: string; role: 'staff'; associateId: string; staffRole: StaffRole };

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
const isOpen = and(isNull(table.acceptedAt), isNull(table.withdrawnAt));
const isOfPlace = (associateId: string | null) =>
  associateId === null ? isNull(table.associateId) : eq(table.associateId, associateId);

/** Label of the invited role. */
export const roleLabelOf = ({ role, staffRole }: Pick<InvitationRow, 'role' | 'staffRole'>) =>
  staffRole === null ? roleLabels[role as Role] : staffRoleLabels[staffRole as StaffRole];

/** Name of the organisation, or of the service. */
export async function placeOf(
  tx: Database | Transaction,
  { associateId }: Pick<InvitationRow, 'associateId'>,
): Promise<string> {
  if (associateId === null) return servicePlace;
  const [row] = await tx
    .select({ name: associates.name })
    .from(associates)
    .where(eq(associates.id, associateId));
  return row?.name ?? '';
}

async function audit(
  tx: Transaction,
  actor: { uid: string },
  verb: string,
  row: InvitationRow,
  at: Date,
) {
  const details = { to: row.staffRole ?? row.role, associate: row.associateId ?? '' };
  const subject = { subjectType: 'invitation', subjectId: row.id };
  await writeAudit(tx, { actor, action: `invitations.${verb}`, ...subject, details, at });
}

/** New link. Its token is only in the mail; the database stores the hash. */
function newLink(now: Date) {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashOf(token), expiresAt: new Date(now.getTime() + lifeMs) };
}

/** Mails the link. The token is in the fragment, so no log sees it. */
async function mailLink(tx: Transaction, row: InvitationRow, token: string, dependencies: Deps) {
  await writeMail(
    tx,
    {
      kind: 'invitation',
      dedupeKey: `invitation:${tokenFingerprint(token)}`,
      to: row.email,
      data: {
        place: await placeOf(tx, row),
        role: roleLabelOf(row),
        url: `${dependencies.publicUrl}/invitation#token=${token}`,
        validDays: invitationDays,
      },
    },
    dependencies,
  );
}

/** Counts an invitation. Refuses more than are needed in a day, since each one mails an address. */
export const countInvitation = (tx: Transaction, { uid }: Person, dependencies: Deps) =>
  countTry(attempts({ ...dependencies, db: tx }), [['invitations by person', uid]]);

/** Refuses an e-mail with an open invitation, and too many open invitations. */
export async function demandInvitable(
  tx: Transaction,
  { email, associateId }: { email: string; associateId: string | null },
): Promise<void> {
  const open = and(isOfPlace(associateId), isOpen);
  if ((await tx.$count(table, open)) >= mostPeople) throw refuse('Conflict', tooManyMessage);
  if ((await tx.$count(table, and(open, eq(table.email, email)))) > 0) {
    throw refuse('Conflict', openAlreadyMessage);
  }
}

/** Creates an invitation and mails the link. Refuses an e-mail with an open one. */
export async function sendInvitation(
  tx: Transaction,
  actor: { uid: string },
  input: InvitationInput,
  dependencies: Deps,
): Promise<void> {
  const now = dependencies.clock();
  const { token, ...link } = newLink(now);
  const id = randomUUID();
  const associateId = 'associateId' in input ? input.associateId : null;
  await demandInvitable(tx, { email: input.email, associateId });
  const [row] = await tx
    .insert(table)
    .values({ id, ...input, ...link, invitedBy: actor.uid, createdAt: now })
    .onConflictDoNothing()
    .returning();
  if (!row) throw refuse('Conflict', openAlreadyMessage);
  await audit(tx, actor, 'send', row, now);
  await mailLink(tx, row, token, dependencies);
}

/** Invitations not accepted yet, including expired ones, the newest first; there are only a few. */
export async function openInvitations(
  db: Database | Transaction,
  associateId: string | null,
  now: Date,
): Promise<OpenInvitation[]> {
  const rows = await db
    .select()
    .from(table)
    .where(and(isOfPlace(associateId), isOpen))
    .orderBy(desc(table.createdAt), asc(table.id))
    .limit(mostPeople);
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    roleLabel: roleLabelOf(row),
    createdAt: toTimestamp(row.createdAt),
    expiresAt: toTimestamp(row.expiresAt),
    isExpired: row.expiresAt <= now,
  }));
}

type InvitationRef = { id: string; associateId: string | null };

/** Mails a new link and invalidates the previous one. */
export async function resendInvitation(
  tx: Transaction,
  actor: Person,
  { id, associateId }: InvitationRef,
  dependencies: Deps,
): Promise<void> {
  const now = dependencies.clock();
  const { token, ...link } = newLink(now);
  const [row] = await tx
    .update(table)
    .set(link)
    .where(and(eq(table.id, id), isOfPlace(associateId), isOpen))
    .returning();
  if (!row) throw refuse('NotFound', absentMessage);
  await countInvitation(tx, actor, dependencies);
  await audit(tx, actor, 'resend', row, now);
  await mailLink(tx, row, token, dependencies);
}

/** Withdraws an invitation and invalidates its link. */
export async function withdrawInvitation(
  tx: Transaction,
  actor: Person,
  { id, associateId }: InvitationRef,
  { clock }: Pick<Deps, 'clock'>,
): Promise<void> {
  const now = clock();
  const [row] = await tx
    .update(table)
    .set({ withdrawnAt: now })
    .where(and(eq(table.id, id), isOfPlace(associateId), isOpen))
    .returning();
  if (!row) throw refuse('NotFound', absentMessage);
  await audit(tx, actor, 'withdraw', row, now);
}

/** Invitation of a valid link. Refuses all others alike. */
export async function invitationOf(
  db: Database | Transaction,
  token: string,
  now: Date,
): Promise<InvitationRow> {
  const [row] = await db
    .select()
    .from(table)
    .where(and(eq(table.tokenHash, hashOf(token)), isOpen, gt(table.expiresAt, now)));
  if (!row) throw refuse('Gone', staleLinkMessage);
  return row;
}

/** Consumes a link. Of two concurrent calls one succeeds. */
export async function redeemInvitation(
  tx: Transaction,
  token: string,
  uid: string,
  now: Date,
): Promise<InvitationRow> {
  const [row] = await tx
    .update(table)
    .set({ acceptedAt: now, acceptedBy: uid })
    .where(and(eq(table.tokenHash, hashOf(token)), isOpen, gt(table.expiresAt, now)))
    .returning();
  if (!row) throw refuse('Gone', staleLinkMessage);
  await audit(tx, { uid }, 'accept', row, now);
  return row;
}
