import { randomUUID } from 'node:crypto';
import { desc, eq, isNull, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Context, Dependencies } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { stale } from '#kit/http/versions.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import {
  associates,
  bankAccounts as table,
} from '#organisations/associates/associate-tables.server.ts';
import type { AskedApproval } from '#people/approvals/approval.ts';
import type { Effects } from '#people/approvals/approval-kinds.server.ts';
import { askForApproval, waitingApproval } from '#people/approvals/ask.server.ts';
import { writeMails } from '#people/mail/outbox.server.ts';
import {
  type BankAccount,
  type BankAccountKind,
  type BankAccountRequest,
  type BankAccountState,
  bankAccountKindLabels,
  maskedNumber,
} from './bank-account.ts';
import { findBranches, withBankNames } from './banks.server.ts';
import type { AccountConfirmation } from './blocked-account.ts';
import { bankAccountEvents } from './blocked-account-tables.server.ts';
import { blockOf } from './blocked-accounts.server.ts';

const inWords = ({ bankName, branchName, kind, number }: BankAccount) =>
  `${bankName} ${branchName} ${bankAccountKindLabels[kind]} ${maskedNumber(number)}`;

/** An organisation's editors, and the contact of its listing, who stays even if editors are removed. */
async function contactsOf(tx: Transaction, associateId: string) {
  const { rows } = await tx.execute<{ name: string; email: string; uid: string | null }>(sql`
    select a.name, reached.email, max(reached.uid) as uid from associates a join lateral (
      select u.email, u.uid from staff_memberships m join users u on u.uid = m.uid
        where m.associate_id = a.id and m.role = 'editor' and u.role = 'staff'
      union all select l.email, null from listing_applications l where l.associate_id = a.id
    ) reached on true
    where a.id = ${associateId} group by a.name, reached.email order by reached.email`);
  return rows;
}

/** Notifies an organisation that transfers to its account resume after a returned one. */
async function mailAccountConfirmed(
  tx: Transaction,
  { blockId, associateId, account }: { blockId: number; associateId: string; account: BankAccount },
  dependencies: Pick<Dependencies, 'clock' | 'publicUrl' | 'secret'>,
): Promise<void> {
  const contacts = await contactsOf(tx, associateId);
  await writeMails(
    tx,
    contacts.map(({ name, email, uid }, index) => ({
      kind: 'bank-account-confirmed' as const,
      dedupeKey: `bank-account-confirmed:${blockId}:${index}`,
      to: email,
      uid: uid ?? undefined,
      data: { associateName: name, account: inWords(account) },
    })),
    dependencies,
  );
}

/** Notifies an organisation of a change of its account, when requested and when effective. */
async function mailAccountChange(
  tx: Transaction,
  {
    kind,
    approvalId,
    associateId,
    before,
    after,
  }: {
    kind: 'bank-account-asked' | 'bank-account-changed';
    approvalId: string;
    associateId: string;
    before: BankAccount | null;
    after: BankAccount;
  },
  dependencies: Pick<Dependencies, 'clock' | 'publicUrl' | 'secret'>,
): Promise<void> {
  const contacts = await contactsOf(tx, associateId);
  await writeMails(
    tx,
    contacts.map(({ name, email, uid }, index) => ({
      kind,
      dedupeKey: `${kind}:${approvalId}:${index}`,
      to: email,
      uid: uid ?? undefined,
      data: { associateName: name, before: before ? inWords(before) : '', after: inWords(after) },
    })),
    dependencies,
  );
}

const sameMessage = 'いまの口座と同じ内容です。変わるところがないか、お確かめください。';

type Row = typeof table.$inferSelect;

export const toAccount = (row: Row): BankAccount => ({
  bankCode: row.bankCode,
  bankName: row.bankName,
  branchCode: row.branchCode,
  branchName: row.branchName,
  kind: row.kind as BankAccountKind,
  number: row.number,
  holder: row.holder,
});

/** Current account of an organisation, or with '' the one that the service pays from. */
export async function currentAccount(
  tx: Transaction,
  associateId: string,
): Promise<Row | undefined> {
  const [row] = await tx
    .select()
    .from(table)
    .where(associateId === '' ? isNull(table.associateId) : eq(table.associateId, associateId))
    .orderBy(desc(table.createdAt))
    .limit(1);
  return row;
}

/** Refuses an unknown organisation. `lock` serialises concurrent changes. */
async function demandAssociate(tx: Transaction, associateId: string, lock = false): Promise<void> {
  if (associateId === '') return;
  const query = tx
    .select({ id: associates.id })
    .from(associates)
    .where(eq(associates.id, associateId))
    .$dynamic();
  const rows = await (lock ? query.for('no key update') : query);
  if (rows.length === 0) throw notFound('団体');
}

const codeAndNumber = ({ bankCode, branchCode, kind, number, holder }: BankAccount) =>
  [bankCode, branchCode, kind, number, holder].join(' ');

/** Writes the approved account, if the one it replaces is still current. */
export const bankAccountEffect =
  (dependencies: Context): Effects['bank-account'] =>
  async (tx, { id, subjectId, change }, actor) => {
    const { clock } = dependencies;
    await demandAssociate(tx, subjectId, true);
    const current = await currentAccount(tx, subjectId);
    if ((current?.id ?? null) !== change.beforeId) throw stale();
    const at = clock();
    const account = { id: randomUUID(), associateId: subjectId === '' ? null : subjectId };
    await tx.insert(table).values({ ...account, ...change.after, approvalId: id, createdAt: at });
    await audit(
      tx,
      actor,
      'bank-accounts.change',
      [subjectId === '' ? 'service' : 'associate', subjectId === '' ? 'service' : subjectId],
      { at },
    );
    const mailInput = { approvalId: id, associateId: subjectId, before: change.before };
    const mail = { ...mailInput, kind: 'bank-account-changed', after: change.after } as const;
    await mailAccountChange(tx, mail, dependencies);
  };

/** Branches of a bank by name. Refuses an unknown bank. */
export async function branchesOf(bankCode: string, name: string) {
  const found = await findBranches(bankCode, name);
  if (!found) throw notFound('銀行');
  return found;
}

/** Current account, masked, and the request waiting for approval; '' is the service's own. */
export const readAccountState = ({ db }: Context, associateId: string): Promise<BankAccountState> =>
  transaction(db, async (tx) => {
    await demandAssociate(tx, associateId);
    const row = await currentAccount(tx, associateId);
    const account = row && {
      ...toAccount(row),
      number: maskedNumber(row.number),
      id: row.id,
      since: toTimestamp(row.createdAt),
    };
    const waiting = await waitingApproval(tx, 'bank-account', associateId);
    const blocked = row && (await blockOf(tx, row.id));
    return { account: account ?? null, blocked: blocked ?? null, waiting: waiting ?? null };
  });

/** Unblocks an account after a returned transfer and notifies its organisation. */
export const confirmBankAccount = (
  ctx: Context,
  operator: Person,
  associateId: string,
  { blockId, reason }: AccountConfirmation,
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    await demandAssociate(tx, associateId, true);
    const current = await currentAccount(tx, associateId);
    const block = current && (await blockOf(tx, current.id));
    if (!current || block?.id !== blockId) throw stale();
    const at = ctx.clock();
    await tx
      .insert(bankAccountEvents)
      .values({ accountId: current.id, kind: 'confirmed', reason, actorUid: operator.uid, at });
    await audit(tx, operator, 'bank-accounts.confirm', ['associate', associateId], { at });
    await mailAccountConfirmed(tx, { blockId, associateId, account: toAccount(current) }, ctx);
  });

/** Requests another account; it becomes current once a second person has approved it. */
export async function askForBankAccount(
  ctx: Context,
  operator: Person,
  associateId: string,
  { account: draft, replaces, reason }: BankAccountRequest,
): Promise<AskedApproval> {
  const after = await withBankNames(draft);
  return transaction(ctx.db, async (tx) => {
    await demandAssociate(tx, associateId);
    const current = await currentAccount(tx, associateId);
    if ((current?.id ?? null) !== replaces) throw stale();
    const before = current ? toAccount(current) : null;
    if (before && codeAndNumber(before) === codeAndNumber(after)) {
      throw refuse('ValidationError', sameMessage);
    }
    const asked = await askForApproval(ctx, tx, operator, {
      kind: 'bank-account',
      subjectId: associateId,
      change: { beforeId: current?.id ?? null, before, after },
      reason,
    });
    const mailInput = { approvalId: asked.id, associateId, before, after };
    await mailAccountChange(tx, { ...mailInput, kind: 'bank-account-asked' }, ctx);
    return asked;
  });
}
