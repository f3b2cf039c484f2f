import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { jstDay } from '#kit/values/timestamp.ts';
import type { Remittance, RunDetail } from '#money/remittances/run.ts';
import { associateAgreements } from '#organisations/associates/associate-tables.server.ts';
import { staffMemberships } from '#organisations/room/room-tables.server.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { insertAssociate, numberOf, resultFile } from '#test/factories/donating.ts';
import { lastBankDay } from '#test/factories/money/bank-days.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { callerFor, confirmAccounts, sendRun } from '#test/factories/remit.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import type { TestApp } from '#test/test-app.ts';

const people = { asks: 'op', approves: 'accountant' };

/** The organisation `ao` with its people, paid by runs; `mori` is another organisation. */
export async function paidOrganisation(house: TestApp) {
  const { app, db, clock } = house;
  const byOperator = callerFor(house, 'op');
  await insertAssociate(db, 'ao', 'あおぞらの会');
  await insertAssociate(db, 'mori', 'もりの会');

  /** With a fresh token, since the clock moves. */
  const ask = async (url: string, uid = 'viewer') =>
    app.inject({ url, headers: await headersOfSession(house, uid, true) });

  return {
    people,
    byOperator,
    ask,
    async read<Body>(url: string, uid = 'viewer'): Promise<Body> {
      const reply = await ask(url, uid);
      expect(reply.statusCode, reply.body).toBe(200);
      return reply.json<Body>();
    },
    /** Deletes gifts and payments, and signs everyone in. */
    async begin() {
      await db.delete(authUsers);
      await emptyTables(
        db,
        'applications',
        'result_batches',
        'approvals',
        'outbox_mails',
        'ledger_lines',
        'kept_sums',
        'owed_items',
        'remittance_runs',
        'remittances',
        'associate_agreements',
        'associate_months',
        'challenge_months',
        'audit_log',
        'attempt_budgets',
        'staff_memberships',
        'statement_papers',
        'fiscal_year_changes',
        'number_floors',
      );
      const signIn = signedIn(house);
      await signIn('op', 'operator');
      await signIn('accountant', 'accountant');
      for (const uid of ['viewer', 'editor', 'stranger']) await signIn(uid, 'staff');
      await db.insert(staffMemberships).values([
        { uid: 'viewer', associateId: 'ao', role: 'viewer' },
        { uid: 'editor', associateId: 'ao', role: 'editor' },
        { uid: 'stranger', associateId: 'mori' },
      ]);
    },
    agree: (terms: object) =>
      db.insert(associateAgreements).values({
        ...{ id: 'agreement', associateId: 'ao', startsOn: '2025-01-01', feeBasisPoints: 0 },
        ...{ createdBy: 'op', createdAt: clock.now },
        ...terms,
      }),
    give: async (...lines: string[]) =>
      uploadResults(house, await headersOfSession(house, 'op', true), resultFile(...lines)),
    /** Corrects the appraisal of the n-th application; 0 is without value. */
    async correct(n: number, appraisedYen: number, reason = '金額の書き誤り') {
      const url = `results/${numberOf(n)}`;
      const { version } = (await byOperator(url)).json();
      const correction = {
        ...{ outcome: appraisedYen > 0 ? 'completed' : 'unpriced', itemCount: 3 },
        ...{ pricedCount: appraisedYen > 0 ? 2 : 0, appraisedYen, bonusYen: 0 },
        ...{ note: '', reason, version },
      };
      const reply = await byOperator(`${url}/correct`, correction);
      expect(reply.statusCode, reply.body).toBe(200);
    },
    send: () => sendRun(house, people),
    async arrive({ run }: RunDetail) {
      const reply = await byOperator(`remittance-runs/${run.id}/confirm`, {
        which: 'all',
        receivedOn: lastBankDay(jstDay(clock.now)),
        version: run.version,
      });
      expect(reply.json()).toMatchObject({ run: { state: 'done' } });
    },
    async remittanceOf({ run }: RunDetail): Promise<Remittance> {
      const [one] = (await byOperator(`remittance-runs/${run.id}/remittances`)).json();
      return one;
    },
    async comeBack({ id, version }: Remittance, returnedOn: string, reason = '口座なし') {
      const reply = await byOperator(`remittances/${id}/return`, { returnedOn, reason, version });
      expect(reply.statusCode, reply.body).toBe(200);
      await confirmAccounts(house);
    },
    /** Net sum that left the bank for the organisation in a range of months, from the books. */
    async paidInTheBooks(from: string, to: string): Promise<number> {
      const { rows } = await db.execute<{ yen: number }>(sql`
        select coalesce(-sum(l.amount_yen), 0)::float8 as yen from ledger_lines l join remittances r on r.id = l.remittance_id
        where l.account = 'bank' and r.associate_id in ('ao', 'mori') and r.received_on between ${from}::date and ${to}::date`);
      return rows[0]?.yen ?? 0;
    },
  };
}
