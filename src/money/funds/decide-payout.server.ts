import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { Context, Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { formatDateTime, jstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { owedAccount } from '#money/ledger/accounts.ts';
import { notePostings, post, postingOf } from '#money/ledger/ledger.server.ts';
import { owedItems } from '#money/ledger/owed-tables.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';
import { personName } from '#people/accounts/person-name.server.ts';
import type { AskedApproval } from '#people/approvals/approval.ts';
import { FundPayoutChange } from '#people/approvals/approval-change.ts';
import type { Effects } from '#people/approvals/approval-kinds.server.ts';
import { askForApproval } from '#people/approvals/ask.server.ts';
import { approvals as approvalsTable } from '#people/roles/role-tables.server.ts';
import type { PayoutRequest, WaitingPayout } from './fund.ts';
import { announceFunds, lockFund, readBalance } from './fund-figures.server.ts';
import { fundPayouts } from './fund-tables.server.ts';

/**
 * Requests approval of a fund's pay-out; nothing is booked yet. Refuses if the organisation is not eligible, the
 * balance differs from the one shown, or does not cover this and other waiting pay-outs.
 */
export async function askForPayout(
  ctx: Context,
  tx: Transaction,
  operator: Person,
  { socialChallengeId, ...request }: PayoutRequest & { socialChallengeId: string },
): Promise<AskedApproval> {
  const { associateId, amountYen, reason, balanceSeenYen } = request;
  await lockFund(tx, socialChallengeId);
  const associateName = await demandPayable(tx, socialChallengeId, associateId);
  const balanceYen = await readBalance(tx, socialChallengeId);
  if (balanceYen !== balanceSeenYen) {
    throw refuse('Conflict', await movedSince(tx, socialChallengeId, balanceYen));
  }
  const waiting = await readWaitingPayouts(tx, socialChallengeId);
  const askedYen = waiting.reduce((sum, one) => sum + one.amountYen, 0);
  demandBalance(amountYen, balanceYen - askedYen, askedYen);
  const [fund] = await tx
    .select({ fundName: socialChallenges.fundName })
    .from(socialChallenges)
    .where(eq(socialChallenges.id, socialChallengeId));
  const named = { fundName: fund?.fundName ?? '', associateName };
  return askForApproval(ctx, tx, operator, {
    kind: 'fund-payout',
    subjectId: randomUUID(),
    change: { socialChallengeId, associateId, ...named, amountYen, reason, balanceYen },
    reason: '',
  });
}

/** Books an approved pay-out: owed to the organisation, and on the fund's page at once. */
export const fundPayoutEffect =
  ({ clock }: Pick<Dependencies, 'clock'>): Effects['fund-payout'] =>
  async (tx, { subjectId: id, askedBy, change }, actor) => {
    const { socialChallengeId, associateId, amountYen, reason } = change;
    await lockFund(tx, socialChallengeId);
    await demandPayable(tx, socialChallengeId, associateId);
    demandBalance(amountYen, await readBalance(tx, socialChallengeId), 0);
    const at = clock();
    const postingId = `payout:${id}`;
    await tx.insert(fundPayouts).values({
      ...{ id, socialChallengeId, associateId, amountYen, reason },
      decidedOn: jstDay(at),
      decidedBy: askedBy,
      createdAt: at,
    });
    const fund = owedAccount({ associateId: null, socialChallengeId });
    const organisation = owedAccount({ associateId, socialChallengeId: null });
    const lines = [
      { account: fund, amountYen },
      { account: organisation, amountYen: -amountYen },
    ];
    await post(tx, [postingOf(postingId, lines, { at })]);
    await notePostings(tx, [{ postingId, reason, corrects: null, actorUid: askedBy, at }]);
    await tx.insert(owedItems).values({
      ...{ associateId, kind: 'payout', amountYen, day: jstDay(at), postingId, payoutId: id, at },
    });
    await audit(tx, actor, 'funds.pay-out', ['fund-payout', id], {
      at,
      fund: socialChallengeId,
      associate: associateId,
      yen: amountYen,
    });
    await announceFunds(tx);
  };

/** Pay-outs of a fund that wait for approval, oldest first. */
export async function readWaitingPayouts(
  source: Database | Transaction,
  socialChallengeId: string,
): Promise<WaitingPayout[]> {
  const rows = await source
    .select({
      id: approvalsTable.id,
      change: approvalsTable.change,
      askedBy: personName(sql`${approvalsTable.askedBy}`),
      askedAt: approvalsTable.askedAt,
    })
    .from(approvalsTable)
    .where(
      and(
        eq(approvalsTable.state, 'waiting'),
        eq(approvalsTable.kind, 'fund-payout'),
        sql`${approvalsTable.change} ->> 'socialChallengeId' = ${socialChallengeId}`,
      ),
    )
    .orderBy(approvalsTable.askedAt, approvalsTable.id);
  return rows.map(({ id, change, askedBy, askedAt }) => {
    const { associateName, amountYen } = FundPayoutChange.parse(change);
    return { id, associateName, amountYen, askedBy, askedAt: toTimestamp(askedAt) };
  });
}

function demandBalance(amountYen: number, leftYen: number, askedYen: number): void {
  if (amountYen <= leftYen) return;
  const asked = askedYen > 0 ? `承認を待っている支払い${formatYen(askedYen)}円を除いた、` : '';
  throw refuse(
    'Conflict',
    `基金の残高を超えています。お支払いできるのは、${asked}いまの残高の${formatYen(Math.max(leftYen, 0))}円までです。`,
  );
}

/** Name of an organisation that is published and works on the challenge; locks it in that state. */
async function demandPayable(
  tx: Transaction,
  socialChallengeId: string,
  associateId: string,
): Promise<string> {
  type Payable = { name: string; state: string; mergedInto: string | null; works: boolean };
  const { rows } = await tx.execute<Payable>(
    sql`
    select a.name, a.state, a.merged_into as "mergedInto", exists (select from associate_challenges c
      where c.associate_id = a.id and c.social_challenge_id = ${socialChallengeId}) as works
    from associates a where a.id = ${associateId} for share of a`,
  );
  const [found] = rows;
  const message = !found
    ? 'お探しの団体は見つかりませんでした。団体を選び直してください。'
    : found.mergedInto !== null
      ? 'この団体は、ほかの団体に統合されています。統合先の団体を選んでください。'
      : found.state !== 'published'
        ? 'この団体は、いま公開されていません。お支払い先には、公開中の団体を選んでください。'
        : found.works
          ? undefined
          : 'この団体は、この社会課題に取り組む団体として登録されていません。';
  if (message) {
    throw refuse('ValidationError', message, { errors: [{ path: 'associateId', message }] });
  }
  return found?.name ?? '';
}

type Moved = { postingId: string; name: string; at: Date; yen: number };

/** Who or what last moved the balance, and the current balance: for an outdated page. */
async function movedSince(
  tx: Transaction,
  socialChallengeId: string,
  balanceYen: number,
): Promise<string> {
  const account = owedAccount({ associateId: null, socialChallengeId });
  const { rows } = await tx.execute<Moved>(sql`
    select l.posting_id as "postingId", l.amount_yen::float8 as yen, l.at, ${personName(sql`n.actor_uid`)} as name
    from ledger_lines l left join posting_notes n using (posting_id)
    where l.account = ${account} order by l.at desc, l.posting_id like 'payout%' desc, l.posting_id limit 1`);
  const now = `いまの残高は${formatYen(balanceYen)}円です。内容をご確認のうえ、もう一度お試しください。`;
  const [last] = rows;
  const postingKind = last?.postingId.split(':')[0];
  if (!last || (postingKind !== 'payout' && postingKind !== 'payout-withdrawn')) {
    return `寄付の記録があり、基金の残高が変わっています。${now}`;
  }
  const who = `${last.name || '運営の担当者'}さんが${formatDateTime(toTimestamp(new Date(last.at)))}に、この基金`;
  return postingKind === 'payout'
    ? `${who}から${formatYen(last.yen)}円の支払いを決めています。${now}`
    : `${who}の支払い${formatYen(-last.yen)}円を取り消しています。${now}`;
}
