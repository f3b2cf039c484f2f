import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { addDays, jstDay } from '#domain/values/timestamp.ts';
import type { Services } from '#server/services.ts';
import type { Day } from './office.ts';
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

/** The run that is not with the bank yet goes one step further, or one is prepared. */
export const forward = step(
  'run forward',
  fc.record({ daysBack: fc.nat({ max: 20 }), atOnce: fc.boolean() }),
  async (day, { daysBack, atOnce }, services) => {
    const { clock } = day.house;
    const last = await anyRow<{ periodTo: string }>(
      day,
      sql`select period_to::text as "periodTo" from remittance_runs where state <> 'dropped' order by period_to desc limit 1`,
    );
    // A period begins where the last one ended.
    if (last && last.periodTo >= today(day) && !(await openRun(day))) {
      clock.now = new Date(clock.now.getTime() + 24 * 3_600_000);
    }
    return async () => {
      const found = await openRun(day);
      if (!found) {
        const { transferOn, latestRunId: after } = await services.remittances.next({});
        const wanted = addDays(today(day), daysBack > 5 ? 0 : -daysBack);
        const periodTo = last && wanted <= last.periodTo ? today(day) : wanted;
        await services.remittances.prepare(operator, { periodTo, transferOn, after });
      } else await takeStep(day, found, services);
      if (!atOnce) return;
      for (let next = await openRun(day); next; next = await openRun(day)) {
        await takeStep(day, next, services);
      }
    };
  },
);

async function takeStep(
  day: Day,
  { id, version, state, transferOn }: Run,
  { remittances, approvals }: Services,
): Promise<unknown> {
  const approval = await waitingId(day, 'remittance-run');
  const fileId = await fileIdOf(day, id);
  if (state === 'approved') {
    return remittances.makeFile(operator, id, { version, replaces: fileId ?? null, reason: '' });
  }
  if (state === 'filed') return remittances.sent(operator, id, { version, fileId: `${fileId}` });
  if (approval) return approvals.decide(accountant, approval, { outcome: 'approve', note: '' });
  if (transferOn <= today(day)) {
    const next = await remittances.next({});
    return remittances.changeTransferDay(operator, id, { version, transferOn: next.transferOn });
  }
  return remittances.askForRun(operator, id, { version, reason: '' });
}

/** The file of the open run is made once more, with a reason. */
export const anotherFile = step('second file', fc.constant(null), async (day, _, services) => {
  if (!(await openRun(day))) return undefined;
  return async () => {
    for (let run = await openRun(day); run && run.state !== 'filed'; run = await openRun(day)) {
      await takeStep(day, run, services);
    }
    const run = await openRun(day);
    if (!run) return;
    const replaces = `${await fileIdOf(day, run.id)}`;
    const request = { version: run.version, replaces, reason: '銀行に断られたため' };
    await services.remittances.makeFile(operator, run.id, request);
  };
});

const demandingDraft = async (day: Day) => {
  const found = await openRun(day);
  return found?.state === 'draft' && !(await waitingId(day, 'remittance-run')) ? found : undefined;
};

export const takeOut = step('take out', which, async (day, which, { remittances }) => {
  const found = await demandingDraft(day);
  if (!found) return undefined;
  const { id, version } = found;
  const one = await oneOf<{ id: string }>(
    day,
    which,
    sql`select id from remittances where run_id = ${id} and state = 'prepared' order by id`,
  );
  const request = { version, remittanceId: `${one?.id}`, reason: '口座の確認中' };
  return one && (() => remittances.takeOut(operator, id, request));
});

export const changeDay = step('change day', fc.constant(null), async (day, _, { remittances }) => {
  const found = await demandingDraft(day);
  if (!found) return undefined;
  return async () => {
    const { transferOn } = await remittances.next({});
    const { id, version } = found;
    return remittances.changeTransferDay(operator, id, { version, transferOn });
  };
});

export const drop = step('drop', fc.constant(null), async (day, _, { remittances, approvals }) => {
  const found = await openRun(day);
  if (!found) return undefined;
  const approval = await waitingId(day, 'remittance-run');
  const { id, version } = found;
  return async () => {
    if (approval) await approvals.withdraw(operator, approval);
    await remittances.drop(operator, id, { version, reason: 'やり直すため' });
  };
});

const sentRun = (day: Day, which: number) =>
  oneOf<Run>(day, which, sql`${run} where state = 'sent' order by created_at, id`);

export const unsend = step('unsend', which, async (day, which, { remittances }) => {
  const found = await sentRun(day, which);
  if (!found) return undefined;
  const { id, version } = found;
  return () => remittances.unsend(operator, id, { version, reason: '取り違え' });
});

export const confirm = step(
  'confirm',
  fc.record({ which, daysBack: fc.nat({ max: 9 }), all: fc.boolean() }),
  async (day, { which, daysBack, all }, { remittances }) => {
    const found = await sentRun(day, which);
    if (!found) return undefined;
    const one = await oneOf<{ id: string }>(
      day,
      which,
      sql`select id from remittances where run_id = ${found.id} and state = 'sent' order by id`,
    );
    if (!one) return undefined;
    const earliest = jstDay(new Date(`${found.sentAt}`));
    const wanted = addDays(today(day), -daysBack);
    const [receivedOn = wanted] = [wanted, earliest].toSorted().toReversed();
    const request = {
      ...{ version: found.version, receivedOn },
      which: all ? ('all' as const) : [one.id],
    };
    return () => remittances.confirm(operator, found.id, request);
  },
);

type Sent = { id: string; version: number };
const remittance = (day: Day, which: number, states: string[]) =>
  oneOf<Sent>(
    day,
    which,
    sql`select id, version from remittances where state = any(${sql.param(states)}::text[]) order by created_at, id`,
  );

export const comesBack = step(
  'return',
  fc.record({ which, daysBack: fc.nat({ max: 30 }) }),
  async (day, { which, daysBack }, { remittances }) => {
    const found = await remittance(day, which, ['sent', 'confirmed']);
    if (!found) return undefined;
    const { id, version } = found;
    const returnedOn = addDays(today(day), -daysBack);
    return () => remittances.returned(operator, id, { version, returnedOn, reason: '口座なし' });
  },
);

export const unconfirm = step('unconfirm', which, async (day, which, { remittances }) => {
  const found = await remittance(day, which, ['confirmed']);
  if (!found) return undefined;
  const { id, version } = found;
  return () => remittances.unconfirm(operator, id, { version, reason: '見間違い' });
});
