import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { addDays, jstDay } from '#kit/values/timestamp.ts';
import { confirmBankAccount } from '#money/bank-accounts/bank-accounts.server.ts';
import { askForRun } from '#money/remittances/approve-run.server.ts';
import {
  changeTransferDay,
  dropRun,
  takeOut as takeOutOfRun,
} from '#money/remittances/change-run.server.ts';
import { confirmByHand } from '#money/remittances/confirm.server.ts';
import { nextRun } from '#money/remittances/next-run.server.ts';
import { prepareRun } from '#money/remittances/prepare-run.server.ts';
import { noteReturn, unconfirm as unconfirmRemittance } from '#money/remittances/return.server.ts';
import { sendRun, unsendRun } from '#money/remittances/send-run.server.ts';
import { makeFile } from '#money/remittances/transfer-files.server.ts';
import type { Services } from '#start/services.server.ts';
import { lastBankDay } from '#test/factories/money/bank-days.ts';
import { decideBy } from '#test/factories/money/decide.ts';
import type { Day } from './day.ts';
import { accountant, operator } from './people.ts';
import { anyRow, oneOf, step, which } from './steps.ts';

type Run = {
  id: string;
  version: number;
  state: string;
  sentAt: string | null;
  transferOn: string;
};
const run = sql`select id, version, state, sent_at as "sentAt", transfer_on::text as "transferOn" from remittance_runs`;
const openRun = (day: Day) =>
  anyRow<Run>(day, sql`${run} where state in ('draft', 'approved', 'filed')`);
const waitingId = async (day: Day, kind: string) =>
  (
    await anyRow<{ id: string }>(
      day,
      sql`select id from approvals where state = 'waiting' and kind = ${kind}`,
    )
  )?.id;
const fileIdOf = async (day: Day, runId: string) =>
  (
    await anyRow<{ id: string }>(
      day,
      sql`select id from transfer_files where run_id = ${runId} order by number desc`,
    )
  )?.id;
const today = ({ house }: Day) => jstDay(house.clock.now);

/** Prepares a run of all that is open until today, or until some days before. */
async function prepare(day: Day, { ctx }: Services, daysBack = 0): Promise<void> {
  const { clock } = day.house;
  const last = await anyRow<{ periodTo: string }>(
    day,
    sql`select period_to::text as "periodTo" from remittance_runs where state <> 'dropped' order by period_to desc limit 1`,
  );
  // A period begins where the last one ended.
  if (last && last.periodTo >= today(day))
    clock.now = new Date(clock.now.getTime() + 24 * 3_600_000);
  const { transferOn, latestRunId: after } = await nextRun(ctx.db, ctx.clock(), {});
  const wanted = addDays(today(day), -daysBack);
  const periodTo = last && wanted <= last.periodTo ? today(day) : wanted;
  await prepareRun(ctx, operator, { periodTo, transferOn, after });
}

/** The run that is not with the bank yet, of now or prepared anew. */
async function openOrNew(day: Day, services: Services): Promise<Run | undefined> {
  if (!(await openRun(day))) await prepare(day, services);
  return openRun(day);
}

/** The run that is not with the bank yet goes one step further, or one is prepared. */
export const forward = step(
  'run forward',
  fc.record({ daysBack: fc.constantFrom(0, 0, 0, 1, 5, 20), atOnce: fc.boolean() }),
  async (day, { daysBack, atOnce }, services) =>
    async () => {
      const found = await openRun(day);
      if (found) await takeStep(day, found, services);
      else await prepare(day, services, daysBack);
      if (atOnce) await sendAll(day, services);
    },
);

async function sendAll(day: Day, services: Services): Promise<void> {
  for (let run = await openRun(day); run; run = await openRun(day)) {
    await takeStep(day, run, services);
  }
}

async function takeStep(
  day: Day,
  { id, version, state, transferOn }: Run,
  { ctx, approvals }: Services,
): Promise<unknown> {
  const approval = await waitingId(day, 'remittance-run');
  const fileId = await fileIdOf(day, id);
  if (state === 'approved') {
    return makeFile(ctx, operator, id, { version, replaces: fileId ?? null, reason: '' });
  }
  if (state === 'filed') return sendRun(ctx, operator, id, { version, fileId: `${fileId}` });
  if (approval) return decideBy({ approvals }, accountant, approval);
  if (transferOn <= today(day)) {
    const next = await nextRun(ctx.db, ctx.clock(), {});
    return changeTransferDay(ctx, operator, id, { version, transferOn: next.transferOn });
  }
  return askForRun(ctx, operator, id, { version, reason: '' });
}

/** The file of the open run is made once more, with a reason. */
export const anotherFile = step('second file', fc.constant(null), async (day, _, services) => {
  return async () => {
    let run = await openOrNew(day, services);
    for (; run && run.state !== 'filed'; run = await openRun(day)) {
      await takeStep(day, run, services);
    }
    if (!run) return;
    const replaces = `${await fileIdOf(day, run.id)}`;
    const request = { version: run.version, replaces, reason: '銀行に断られたため' };
    await makeFile(services.ctx, operator, run.id, request);
  };
});

/** A run that may be changed: its request for approval is taken back, if there is one. */
async function changeable(day: Day, services: Services): Promise<Run | undefined> {
  const found = await openOrNew(day, services);
  const approval = await waitingId(day, 'remittance-run');
  if (approval) await services.approvals.withdraw(operator, approval);
  return found;
}

export const takeOut = step('take out', which, async (day, which, services) => {
  return async () => {
    const run = await changeable(day, services);
    if (!run) return;
    const one = await oneOf<{ id: string }>(
      day,
      which,
      sql`select id from remittances where run_id = ${run.id} and state = 'prepared' order by id`,
    );
    const request = { version: run.version, remittanceId: `${one?.id}`, reason: '口座の確認中' };
    if (one) await takeOutOfRun(services.ctx, operator, run.id, request);
  };
});

export const changeDay = step('change day', fc.constant(null), async (day, _, services) => {
  return async () => {
    const run = await changeable(day, services);
    if (!run) return;
    const { transferOn } = await nextRun(services.ctx.db, services.ctx.clock(), {});
    const request = { version: run.version, transferOn };
    await changeTransferDay(services.ctx, operator, run.id, request);
  };
});

export const drop = step('drop', fc.constant(null), async (day, _, services) => {
  return async () => {
    const run = await changeable(day, services);
    if (!run) return;
    const request = { version: run.version, reason: 'やり直すため' };
    await dropRun(services.ctx, operator, run.id, request);
  };
});

/** A run that is with the bank; the open one is brought there, or a new one, where there is none. */
async function sentRun(day: Day, which: number, services: Services): Promise<Run | undefined> {
  const find = () =>
    oneOf<Run>(day, which, sql`${run} where state = 'sent' order by created_at, id`);
  const found = await find();
  if (found) return found;
  await openOrNew(day, services);
  await sendAll(day, services);
  return find();
}

export const unsend = step('unsend', which, async (day, which, services) => {
  return async () => {
    const run = await sentRun(day, which, services);
    const request = { version: run?.version ?? 0, reason: '取り違え' };
    if (run) await unsendRun(services.ctx, operator, run.id, request);
  };
});

type Answer = { which: number; daysBack: number; all: boolean };

/** Notes that money of a run that is with the bank has arrived, of all of it or of one organisation. */
async function arrive(day: Day, services: Services, { which, daysBack, all }: Answer) {
  const run = await sentRun(day, which, services);
  if (!run) return;
  const one = await oneOf<{ id: string }>(
    day,
    which,
    sql`select id from remittances where run_id = ${run.id} and state = 'sent' order by id`,
  );
  // The bank does nothing before the day that it was asked for: time passes until then.
  if (run.transferOn > today(day)) {
    day.house.clock.now = new Date(`${run.transferOn}T12:00:00+09:00`);
  }
  const wanted = addDays(today(day), -daysBack);
  const [first = wanted] = [wanted, run.transferOn].toSorted().toReversed();
  const receivedOn = lastBankDay(first);
  const chosen = all ? ('all' as const) : [`${one?.id}`];
  const request = { version: run.version, receivedOn, which: chosen };
  await confirmByHand(services.ctx, operator, run.id, request);
}

export const confirm = step(
  'confirm',
  fc.record({ which, daysBack: fc.nat({ max: 9 }), all: fc.boolean() }),
  async (day, answer, services) => () => arrive(day, services, answer),
);

/** Lets all arrive that can be sent. */
export const arriveAll = (day: Day, services: Services): Promise<void> =>
  arrive(day, services, { which: 0, daysBack: 0, all: true });

type Sent = { id: string; version: number };
const remittance = (day: Day, which: number, states: string[]) =>
  oneOf<Sent>(
    day,
    which,
    sql`select id, version from remittances where state = any(${sql.param(states)}::text[]) order by created_at, id`,
  );

export const comesBack = step(
  'return',
  fc.record({ which, daysBack: fc.constantFrom(0, 0, 0, 1, 2, 5, 30) }),
  async (day, { which, daysBack }, services) =>
    async () => {
      const find = () => remittance(day, which, ['sent', 'confirmed']);
      const before = await find();
      if (!before) await sentRun(day, which, services);
      const found = before ?? (await find());
      if (!found) return;
      const { id, version } = found;
      const returnedOn = lastBankDay(addDays(today(day), -daysBack));
      const request = { version, returnedOn, reason: '口座なし' };
      await noteReturn(services.ctx, operator, id, request);
    },
);

/** Confirms a blocked account as right, mostly on a page that is not older than the block. */
export const confirmAccount = step(
  'confirm account',
  fc.record({ which, isSeen: fc.constantFrom(true, true, true, false) }),
  async (day, { which, isSeen }, { ctx }) => {
    const found = await oneOf<{ blockId: number; associateId: string }>(
      day,
      which,
      sql`select max(e.id)::int as "blockId", b.associate_id as "associateId"
        from bank_account_events e join bank_accounts b on b.id = e.account_id
        where e.kind = 'blocked' group by b.associate_id order by 2`,
    );
    if (!found) return undefined;
    const { associateId } = found;
    const blockId = isSeen ? found.blockId : found.blockId - 1;
    return () => confirmBankAccount(ctx, operator, associateId, { blockId, reason: '通帳' });
  },
);

export const unconfirm = step('unconfirm', which, async (day, which, { ctx }) => {
  const found = await remittance(day, which, ['confirmed']);
  if (!found) return undefined;
  const { id, version } = found;
  return () => unconfirmRemittance(ctx, operator, id, { version, reason: '見間違い' });
});
