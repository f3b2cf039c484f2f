import { addDays, jstDay } from '#kit/values/timestamp.ts';
import type { bankAccountEvents } from '#money/bank-accounts/blocked-account-tables.server.ts';
import { accountOf, owedAccount } from '#money/ledger/accounts.ts';
import { type Posting, postingOf } from '#money/ledger/ledger.server.ts';
import type { postingNotes } from '#money/ledger/ledger-tables.server.ts';
import type { remittanceRuns, remittances } from '#money/remittances/remittance-tables.server.ts';
import type { carriedOver, transferFiles } from '#money/remittances/transfer-tables.server.ts';
import { sampleUids } from '#start/sample/sign-ins.server.ts';
import { accountOfOrganisation, payerRow, snapshotOf } from './bank-accounts.server.ts';
import type { PlannedRemittance, PlannedRun } from './planned.server.ts';
import { confirmedAt } from './run-days.server.ts';
import { noon } from './sample-terms.server.ts';

type Note = typeof postingNotes.$inferInsert;

const versions = { draft: 2, sent: 5, done: 6 } as const;
const preparedBy = sampleUids.accountant;
const approvedBy = sampleUids.owner;

const approvedAt = ({ transferOn }: PlannedRun) => noon(addDays(transferOn, -7), -1);
const filedAt = ({ transferOn }: PlannedRun) => noon(addDays(transferOn, -7), 2);
export const sentAt = ({ transferOn }: PlannedRun) => noon(addDays(transferOn, -3), 3);

const sumOf = ({ remittances }: PlannedRun) =>
  remittances.reduce((sum, { amountYen }) => sum + amountYen, 0);

export function runRow(run: PlannedRun): typeof remittanceRuns.$inferInsert {
  const { id, number, periodFrom, periodTo, transferOn, state, createdAt } = run;
  const isSent = state !== 'draft';
  const payer = payerRow();
  return {
    ...{ id, number, periodFrom, periodTo, transferOn, state },
    payerAccountId: payer.id,
    payer: snapshotOf(payer),
    remittanceCount: run.remittances.length,
    amountYen: sumOf(run),
    version: versions[state],
    createdBy: preparedBy,
    createdAt,
    approvedBy: isSent ? approvedBy : null,
    approvedAt: isSent ? approvedAt(run) : null,
    sentBy: isSent ? preparedBy : null,
    sentAt: isSent ? sentAt(run) : null,
    endedAt: state === 'done' ? confirmedAt(transferOn) : null,
  };
}

export const carriedRows = (run: PlannedRun): (typeof carriedOver.$inferInsert)[] =>
  run.carried.map(({ organisation, amountYen, reason }) => ({
    runId: run.id,
    associateId: organisation.id,
    amountYen,
    reason,
  }));

/** The run's file without its hash, which is computed from the run's rows. */
export const fileRow = (run: PlannedRun): typeof transferFiles.$inferInsert => ({
  id: `${run.id}-file`,
  runId: run.id,
  number: 1,
  remittanceCount: run.remittances.length,
  amountYen: sumOf(run),
  transferOn: run.transferOn,
  sha256: '',
  madeBy: preparedBy,
  madeAt: filedAt(run),
});

export function remittanceRow(remittance: PlannedRemittance): typeof remittances.$inferInsert {
  const { run, organisation, returnedAt, state } = remittance;
  const account = accountOfOrganisation(organisation);
  const isConfirmed = state === 'confirmed';
  return {
    id: remittance.id,
    runId: run.id,
    associateId: organisation.id,
    amountYen: remittance.amountYen,
    periodFrom: run.periodFrom,
    periodTo: run.periodTo,
    sentAt: isConfirmed ? confirmedAt(run.transferOn) : null,
    createdBy: preparedBy,
    createdAt: run.createdAt,
    state,
    openingYen: remittance.openingYen,
    giftCount: remittance.giftCount,
    giftYen: remittance.giftYen,
    feeYen: remittance.feeYen,
    handlingYen: remittance.handlingYen,
    correctionYen: remittance.correctionYen,
    payoutYen: remittance.payoutYen,
    accountId: account.id,
    account: snapshotOf(account),
    statementNumber: remittance.statementNumber,
    receivedOn: isConfirmed ? run.transferOn : null,
    confirmedBy: isConfirmed ? preparedBy : null,
    confirmedBySource: isConfirmed ? 'by-hand' : null,
    returnedOn: returnedAt ? jstDay(returnedAt) : null,
    returnReason: returnedAt ? returnReason : '',
    returnedBy: returnedAt ? preparedBy : null,
    version: state === 'prepared' ? 1 : state === 'sent' ? 2 : 3,
  };
}

/** The event by which a returned transfer blocks its account. */
export const blockedRow = ({
  id,
  organisation,
  returnedAt,
}: PlannedRemittance): (typeof bankAccountEvents.$inferInsert)[] =>
  returnedAt === undefined
    ? []
    : [
        {
          accountId: accountOfOrganisation(organisation).id,
          kind: 'blocked',
          remittanceId: id,
          reason: returnReason,
          actorUid: preparedBy,
          at: returnedAt,
        },
      ];

const returnReason = '口座名義が相違しているため（見本）';
/** Versions after the run was handed to the bank, and after the remittance was confirmed or returned. */
const [runVersion, remittanceVersion] = [4, 2];

/** Postings of a remittance, with their notes. */
export function remittancePostings(remittance: PlannedRemittance): {
  postings: Posting[];
  notes: Note[];
} {
  const { id, run, organisation, amountYen, overpaidYen, state, returnedAt } = remittance;
  const postings: Posting[] = [];
  const notes: Note[] = [];
  const target = { associateId: organisation.id, socialChallengeId: null };
  const transit = accountOf('in-transit', target);
  const post = (
    postingId: string,
    lines: Parameters<typeof postingOf>[1],
    at: Date,
    reason: string,
    corrects: string | null = null,
  ) => {
    postings.push(postingOf(postingId, lines, { donationId: null, remittanceId: id, at }));
    notes.push({ postingId, reason, corrects, actorUid: preparedBy, at });
  };
  if (state === 'prepared') return { postings, notes };
  post(
    `sent-${runVersion}:${id}`,
    [
      { account: owedAccount(target), amountYen: amountYen - overpaidYen },
      { account: accountOf('overpaid', target), amountYen: overpaidYen },
      { account: transit, amountYen: -amountYen },
    ],
    sentAt(run),
    `送金${run.number}を銀行に依頼`,
  );
  if (state === 'confirmed') {
    post(
      `confirmed-${remittanceVersion}:${id}`,
      [
        { account: transit, amountYen },
        { account: 'bank', amountYen: -amountYen },
      ],
      noon(run.transferOn),
      '着金を手で記録',
    );
  }
  if (returnedAt) {
    const returned = accountOf('returned', target);
    const cameBack = `returned-${remittanceVersion}:${id}`;
    post(
      cameBack,
      [
        { account: transit, amountYen },
        { account: returned, amountYen: -amountYen },
      ],
      returnedAt,
      returnReason,
    );
    post(
      `reopened-${remittanceVersion}:${id}`,
      [
        { account: returned, amountYen },
        { account: owedAccount(target), amountYen: -amountYen },
      ],
      returnedAt,
      returnReason,
      cameBack,
    );
  }
  return { postings, notes };
}
