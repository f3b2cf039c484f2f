import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { formatDateTime, jstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { accountHoldHours, type BankAccountKind } from '#money/bank-accounts/bank-account.ts';
import { branchFinder } from '#money/bank-accounts/banks.server.ts';
import { isBlocked } from '#money/bank-accounts/blocked-accounts.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { customerCodeOf } from './bank-layouts.ts';
import { isHoliday, payerAccount } from './next-run.server.ts';
import { type PaidAccount, type remittanceRuns, remittances } from './remittance-tables.server.ts';
import type { RunProblem } from './run.ts';
import type { TransferFile, TransferNewness } from './transfer-file.ts';
import { transferProblems } from './transfer-problems.ts';
import { transferSettings } from './transfer-settings.server.ts';

type Source = Database | Transaction;
type RunRow = typeof remittanceRuns.$inferSelect;

/** The remittances of runs that go into their files, in the order of a file. */
async function readPayments(source: Source, runIds: readonly string[]) {
  return source
    .select({
      id: remittances.id,
      runId: remittances.runId,
      associateId: remittances.associateId,
      targetName: associates.name,
      amountYen: remittances.amountYen,
      account: remittances.account,
      accountId: remittances.accountId,
      accountSince: sql<
        string | null
      >`(select b.created_at from bank_accounts b where b.id = ${remittances.accountId})`,
      currentId: sql<
        string | null
      >`(select b.id from bank_accounts b where b.associate_id = ${remittances.associateId}
        order by b.created_at desc limit 1)`,
      isBlocked: isBlocked(sql`${remittances.accountId}`),
      /**
       * The account that a file named last before this one; null where none did. What comes of a transfer later does not
       * count: the file would be another one.
       */
      paidId: sql<
        string | null
      >`(select p.account_id from remittances p where p.associate_id = ${remittances.associateId}
        and p.state in ('sent', 'confirmed', 'returned') and p.run_id is not null
        and p.created_at < remittances.created_at order by p.created_at desc limit 1)`,
    })
    .from(remittances)
    .innerJoin(associates, eq(associates.id, remittances.associateId))
    .where(and(inArray(remittances.runId, [...runIds]), ne(remittances.state, 'taken-out')))
    .orderBy(asc(remittances.id));
}
type Payment = Awaited<ReturnType<typeof readPayments>>[number];

const newnessOf = ({ paidId, accountId }: Payment): TransferNewness =>
  paidId === null ? 'first' : paidId === accountId ? 'other' : 'changed';

/** A run as the bank's file has it, with the names that people know the payees by. */
export async function fileOf(source: Source, run: RunRow) {
  const [settings, payments] = [
    await transferSettings(source),
    await readPayments(source, [run.id]),
  ];
  return composeFile(run, settings, payments, await branchFinder());
}

/** Several runs as the bank's files have them, in the order of `runs`. */
export async function filesOf(source: Source, runs: readonly RunRow[]): Promise<TransferFile[]> {
  const settings = await transferSettings(source);
  const payments = await readPayments(
    source,
    runs.map(({ id }) => id),
  );
  const branchOf = await branchFinder();
  const paidBy = Map.groupBy(payments, ({ runId }) => runId);
  return runs.map((run) => composeFile(run, settings, paidBy.get(run.id) ?? [], branchOf).file);
}

function composeFile(
  run: RunRow,
  settings: Awaited<ReturnType<typeof transferSettings>>,
  payments: readonly Payment[],
  branchOf: Awaited<ReturnType<typeof branchFinder>>,
) {
  const payer = run.payer as PaidAccount;
  const payerBranch = branchOf(payer.bankCode, payer.branchCode);
  const file: TransferFile = {
    payer: {
      consignorCode: settings.consignorCode,
      consignorName: settings.consignorName,
      bankCode: payer.bankCode,
      bankName: payerBranch?.bankKana ?? '',
      branchCode: payer.branchCode,
      branchName: payerBranch?.branchKana ?? '',
      kind: payer.kind as BankAccountKind,
      number: payer.number,
    },
    transferOn: run.transferOn,
    payments: payments.map((payment) => {
      const account = payment.account as PaidAccount;
      const branch = branchOf(account.bankCode, account.branchCode);
      return {
        id: payment.id,
        bankCode: account.bankCode,
        bankNameKana: branch?.bankKana ?? '',
        branchCode: account.branchCode,
        branchNameKana: branch?.branchKana ?? '',
        kind: account.kind as BankAccountKind,
        number: account.number,
        holder: account.holder,
        amountYen: payment.amountYen,
        newness: newnessOf(payment),
        customerCode1: customerCodeOf(run.number),
        customerCode2: '',
      };
    }),
    options: {
      layout: settings.layout,
      lineEnds: settings.lineEnds,
      transferKind: settings.transferKind,
    },
  };
  return {
    file,
    payments,
    knownBranch: (bank: string, branch: string) => branchOf(bank, branch) !== undefined,
  };
}

/** What must be mended in a run before its file is made, and what should be looked at. */
export async function runProblems(source: Source, run: RunRow, now: Date): Promise<RunProblem[]> {
  const { file, payments, knownBranch } = await fileOf(source, run);
  const nameOf = new Map(payments.map(({ id, targetName }) => [id, targetName]));
  const found = transferProblems(file, { today: jstDay(now), isHoliday, knownBranch }).map(
    ({ severity, paymentId, message }): RunProblem => ({
      level: severity,
      remittanceId: paymentId ?? '',
      targetName: nameOf.get(paymentId ?? '') ?? '',
      message,
    }),
  );
  const changed = await changedAccounts(source, run, payments);
  const held = heldAccounts(run, payments, now);
  const isError = ({ level }: RunProblem) => level === 'error';
  const all = [...changed, ...held, ...found, ...(await correctedGifts(source, run))];
  return [...all.filter(isError), ...all.filter((one) => !isError(one))];
}

/** Accounts of the run that are others by now, or from which a transfer came back: what is approved does not change any more, so it is given up then. */
async function changedAccounts(
  source: Source,
  run: RunRow,
  payments: readonly Payment[],
): Promise<RunProblem[]> {
  const again = 'この送金を取りやめて、改めて準備してください。';
  const payer = await payerAccount(source);
  const ofPayer: RunProblem = {
    level: 'error',
    remittanceId: '',
    targetName: '',
    message: `準備のあとで振込元の口座が変わりました。${again}`,
  };
  const mended = run.state === 'draft' ? 'この団体を外して、次回の送金に回してください。' : again;
  const ofPayees = payments
    .filter(({ accountId, currentId }) => accountId !== currentId)
    .map(
      ({ id, targetName }): RunProblem => ({
        level: 'error',
        remittanceId: id,
        targetName,
        message: `準備のあとで振込先の口座が変わりました。${mended}`,
      }),
    );
  const ofBlocked = payments
    .filter((payment) => payment.isBlocked)
    .map(
      ({ id, targetName }): RunProblem => ({
        level: 'error',
        remittanceId: id,
        targetName,
        message: `この口座への振込が戻ってきています。口座を変えるか、正しいことを確認してください。${mended}`,
      }),
    );
  const found = [...ofPayees, ...ofBlocked];
  return payer?.id === run.payerAccountId ? found : [ofPayer, ...found];
}

/** Accounts changed less than a day ago: the organisation was notified and may still object. */
function heldAccounts(run: RunRow, payments: readonly Payment[], now: Date): RunProblem[] {
  return payments.flatMap(({ id, targetName, accountSince }) => {
    const until = new Date(new Date(accountSince ?? 0).getTime() + accountHoldHours * 3_600_000);
    if (until <= now) return [];
    const orLeave =
      run.state === 'draft' ? 'お急ぎのときは、この団体を外して次回の送金に回してください。' : '';
    const message = `振込先の口座が変わって1日たっていないため、${formatDateTime(toTimestamp(until))}までお待ちください。${orLeave}`;
    return [{ level: 'error' as const, remittanceId: id, targetName, message }];
  });
}

/** Remittances whose gifts were corrected since: the difference is open for the next run. */
async function correctedGifts(source: Source, run: RunRow): Promise<RunProblem[]> {
  type Corrected = { id: string; targetName: string; yen: number };
  const { rows } = await source.execute<Corrected>(sql`
    select r.id, a.name as "targetName", sum(c.amount_yen)::float8 as yen
    from owed_items c
    -- From the few that are open: a run may have taken many.
    join lateral (
      select r.id, r.associate_id from owed_items i join remittances r on r.id = i.remittance_id
      where i.appraisal_id = c.appraisal_id and r.run_id = ${run.id} and r.state <> 'taken-out' limit 1
    ) r on true
    join associates a on a.id = r.associate_id
    where c.kind = 'correction' and c.remittance_id is null and c.cancelled_at is null and c.associate_id is not null
    group by r.id, a.name having sum(c.amount_yen) <> 0 order by r.id`);
  return rows.map(({ id, targetName, yen }) => ({
    level: 'warning',
    remittanceId: id,
    targetName,
    message: `準備のあとで、含まれる寄付が訂正され、${formatYen(Math.abs(yen))}円${yen < 0 ? '少なく' : '多く'}なりました。このまま送ると、差額は次の送金で精算します。`,
  }));
}

/** Refuses a run of which an account is another one by now. */
export async function demandSameAccounts(source: Source, run: RunRow): Promise<void> {
  demandNone(await changedAccounts(source, run, await readPayments(source, [run.id])));
}

/** Refuses a run in which something must be mended first, with the first thing. */
export async function demandNoErrors(source: Source, run: RunRow, now: Date): Promise<void> {
  demandNone((await runProblems(source, run, now)).filter(({ level }) => level === 'error'));
}

function demandNone([error, ...others]: readonly RunProblem[]): void {
  if (!error) return;
  const whose = error.targetName === '' ? '' : `${error.targetName}：`;
  const more = others.length > 0 ? `（ほか${others.length}件）` : '';
  throw refuse('Conflict', `先に直すところがあります。${whose}${error.message}${more}`);
}
