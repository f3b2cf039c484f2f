import { eq, sql } from 'drizzle-orm';
import { refuse } from '#domain/errors/refusal.ts';
import { mostProblems, type Remittance, type RunDetail } from '#domain/remittances/run.ts';
import type { Person } from '#server/actor.ts';
import type { Approvals } from '#server/approvals/approvals.ts';
import { auditedList } from '#server/audit/audited-list.ts';
import { transaction, withTimeout } from '#server/db/database.ts';
import { remittances as table } from '#server/db/schema/remittances.ts';
import { type Dependencies, forWork } from '#server/dependencies.ts';
import { askingForRun } from './approve-run.ts';
import { changingRuns } from './change-run.ts';
import { confirmingByHand } from './confirm.ts';
import { waitingConfirmations } from './confirm-waiting.ts';
import { failingOf } from './failing-confirmations.ts';
import { nextRun } from './next-run.ts';
import { preparing } from './prepare-run.ts';
import {
  carriedList,
  itemList,
  remittanceList,
  runList,
  selectRemittances,
  toRemittance,
} from './remittance-list.ts';
import { returning } from './return.ts';
import { runProblems } from './run-problems.ts';
import { payerOf, readRun, toRun } from './run-rows.ts';
import { sendingRuns } from './send-run.ts';
import { filingRuns, readFiles } from './transfer-files.ts';
import { changingSettings, transferSettings } from './transfer-settings.ts';

/** A run over a large month takes some seconds. */
const runMs = 60_000;

/** Money sent on to organisations: runs from what is owed to the bank's answer (docs/decisions/0045). */
export const remittances = ({
  approvals,
  ...dependencies
}: Dependencies & { approvals: Pick<Approvals, 'ask' | 'waitingOn'> }) => {
  const db = withTimeout(dependencies.db, runMs);
  const { clock } = dependencies;
  const own = { ...dependencies, db };
  const lists = dependencies;

  async function detail(runId: string): Promise<RunDetail> {
    const row = await readRun(db, runId);
    const run = toRun(row);
    const isOpen = ['draft', 'approved', 'filed'].includes(run.state);
    const problems = isOpen ? await runProblems(db, row.run, clock()) : await failingOf(db, runId);
    const errors = problems.filter(({ level }) => level === 'error').length;
    const { rows } = await db.execute<{
      count: number;
      yen: number;
      blocked: number;
      confirming: number;
    }>(sql`
      select count(*)::float8 as count, coalesce(sum(amount_yen), 0)::float8 as yen,
        count(*) filter (where reason = 'account-blocked')::float8 as blocked,
        (select count(*)::float8 from remittances where run_id = ${runId} and confirm_due_on is not null and state = 'sent') as confirming
      from carried_over where run_id = ${runId}`);
    const waiting = await transaction(db, (tx) => approvals.waitingOn(tx, 'remittance-run', runId));
    return {
      run,
      payer: payerOf(row),
      files: await readFiles(db, runId),
      problems: problems.slice(0, mostProblems),
      problemCounts: { error: errors, warning: problems.length - errors },
      carried: {
        count: rows[0]?.count ?? 0,
        amountYen: rows[0]?.yen ?? 0,
        blocked: rows[0]?.blocked ?? 0,
      },
      confirming: rows[0]?.confirming ?? 0,
      waiting: waiting ?? null,
    };
  }
  /** Does something with a run and answers it as it is then. */
  const thenDetail =
    <Input>(work: (operator: Person, runId: string, input: Input) => Promise<unknown>) =>
    async (operator: Person, runId: string, input: Input): Promise<RunDetail> => {
      await work(operator, runId, input);
      return detail(runId);
    };

  async function one(id: string): Promise<Remittance> {
    const [row] = await selectRemittances(db, eq(table.id, id));
    if (!row) throw refuse('NotFound', 'お探しの送金が見つかりませんでした。');
    return toRemittance(row);
  }
  const thenOne =
    <Input>(work: (operator: Person, id: string, input: Input) => Promise<unknown>) =>
    async (operator: Person, id: string, input: Input): Promise<Remittance> => {
      await work(operator, id, input);
      return one(id);
    };

  const changes = changingRuns({ ...own, approvals });
  const prepare = preparing(own);
  const files = filingRuns(own);
  const sending = sendingRuns(own);
  const backwards = returning(own);
  return {
    ...waitingConfirmations(forWork(dependencies)),
    runList: auditedList(lists, runList),
    remittanceList: auditedList(lists, remittanceList),
    carriedList: auditedList(lists, carriedList),
    itemList: auditedList(lists, itemList),
    run: detail,
    one,
    next: (wish: { periodTo?: string | undefined; transferOn?: string | undefined }) =>
      nextRun(db, clock(), wish),
    prepare: async (...asked: Parameters<typeof prepare>) => detail(await prepare(...asked)),
    takeOut: thenDetail(changes.takeOut),
    changeTransferDay: thenDetail(changes.changeTransferDay),
    drop: thenDetail(changes.drop),
    askForRun: thenDetail(askingForRun({ ...own, approvals })),
    makeFile: thenDetail(files.makeFile),
    file: files.file,
    sent: thenDetail(sending.sent),
    unsend: thenDetail(sending.unsend),
    confirm: thenDetail(confirmingByHand(own)),
    returned: thenOne(backwards.returned),
    unconfirm: thenOne(backwards.unconfirm),
    settings: () => transferSettings(db),
    changeSettings: changingSettings(own),
  };
};
