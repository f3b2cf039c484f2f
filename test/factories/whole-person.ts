import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import {
  applicationChanges,
  applicationEvents,
  applications,
  applicationTokens,
} from '#giving/applications/application-tables.server.ts';
import { donations, donationThanks } from '#giving/donations/donation-tables.server.ts';
import { giverConsents } from '#giving/giver-lists/giver-consent-tables.server.ts';
import { pledgeItems, pledgeReports, pledges } from '#giving/pledges/pledge-tables.server.ts';
import { receiptEvents, receiptGifts, receipts } from '#giving/receipts/receipt-tables.server.ts';
import { traceLinks } from '#giving/trace/trace-tables.server.ts';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import { idempotencyKeys } from '#kit/db/idempotency-tables.server.ts';
import { images } from '#kit/images/image-tables.server.ts';
import { legalConsents } from '#kit/versions/version-tables.server.ts';
import { associateThanks } from '#organisations/associates/associate-tables.server.ts';
import { staffMemberships } from '#organisations/room/room-tables.server.ts';
import { useReportGifts, useReports } from '#organisations/use-reports/use-report-tables.server.ts';
import { savedViews } from '#organisations/views/view-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { donorMerges, donorNotes } from '#people/donors/donor-tables.server.ts';
import { mailPreferences, outboxMails } from '#people/mail/mail-tables.server.ts';
import {
  contactMessages,
  listingApplications,
  threadAttachments,
  threadEntries,
} from '#people/messages/message-tables.server.ts';
import { approvals, invitations } from '#people/roles/role-tables.server.ts';
import {
  passkeys,
  recoveryCodes,
  secondFactorResets,
} from '#people/sign-in/second-factor-tables.server.ts';
import {
  authAccounts,
  authSessions,
  authTwoFactors,
  authUsers,
  authVerifications,
} from '#people/sign-in/sign-in-tables.server.ts';
import { identityPapers } from '#warehouse/identity-checks/identity-check-tables.server.ts';
import { boxes, kitBatchEntries, kitBatches } from '#warehouse/kits/kit-tables.server.ts';
import {
  appraisalItems,
  appraisals,
  resultBatches,
} from '#warehouse/results/result-tables.server.ts';
import { application, numberOf } from './donating.ts';
import { insertInWarehouse } from './person-in-warehouse.ts';
import { statedBy } from './receipts.ts';

const moment = new Date('2026-11-02T09:00:00+09:00');

export const uidOf = (name: string) => `uid-of-${name}`;

/** A unique mark of a column in a person's row, recognisable wherever it turns up. */
export const markOf = (table: PgTable, column: PgColumn, whose: string) =>
  `〆${getTableName(table)}.${column.name}〆${whose}〆`;

/** A row with a mark in every text column that is not given, future columns included. */
function marked<Table extends PgTable>(table: Table, whose: string, given: object) {
  const marks = Object.entries(getTableColumns(table) as Record<string, PgColumn>)
    .filter(([field, { columnType }]) => columnType === 'PgText' && !(field in given))
    .map(([field, column]) => [field, markOf(table, column, whose)]);
  return { ...Object.fromEntries(marks), ...given } as Table['$inferInsert'];
}

/**
 * Inserts a person with rows in every table that refers to people: four applications (given to the
 * organisation `ao`; bought for ¥12,000; cancelled; just made) numbered from `first`, and
 * everything related.
 */
export async function insertWholePerson(db: Database, name: string, first: number) {
  const uid = uidOf(name);
  const email = `${name}@tasuki.example`;
  const write = <Table extends PgTable>(table: Table, given: object) =>
    db.insert(table).values(marked(table, name, given));
  const [direct, bought, cancelled, made] = [0, 1, 2, 3].map((n) => numberOf(first + n));

  await write(authUsers, { id: uid, email, emailVerified: true });
  await write(users, {
    uid,
    email,
    role: 'donor',
    gender: 'female',
    birth: '1980-01-02',
    imageId: `${name}-face`,
    bannerImageId: null,
  });
  await write(authSessions, { userId: uid, expiresAt: new Date(Date.now() + 86_400_000) });
  await write(authAccounts, { userId: uid, providerId: 'line', accountId: `line of ${name}` });
  await write(authVerifications, { value: `${uid} ${email}`, expiresAt: moment });
  await write(authTwoFactors, { userId: uid, createdAt: moment });
  await write(passkeys, {
    uid,
    counter: 1,
    isBackedUp: true,
    createdAt: moment,
    lastUsedAt: moment,
  });
  await write(recoveryCodes, { uid, createdAt: moment });
  await write(secondFactorResets, {
    uid,
    askedAt: moment,
    outcome: 'declined',
    decidedAt: moment,
  });
  await db.insert(staffMemberships).values({ uid, associateId: 'ao', createdAt: moment });
  await write(invitations, {
    email,
    role: 'staff',
    associateId: 'ao',
    staffRole: 'viewer',
    acceptedBy: uid,
    createdAt: moment,
    expiresAt: moment,
  });
  await write(approvals, {
    kind: 'role',
    subjectId: uid,
    change: { type: 'invite', email, to: 'owner' },
    state: 'done',
    askedAt: moment,
  });
  await write(mailPreferences, { uid, isWanted: false });
  await write(savedViews, { uid, createdAt: moment });

  await write(images, imageOf(`${name}-face`, uid));
  await write(images, imageOf(`${name}-coat`, uid));
  await write(images, imageOf(`${name}-cover`, uid));

  const { lastName: _, ...plain } = application(first, { uid });
  for (const field of ['firstName', 'lastNameKana', 'firstNameKana', 'tel', 'zipcode', 'line1'])
    delete (plain as Record<string, unknown>)[field];
  const { prefecture: __, ...base } = { ...plain, email, identity: 'not-needed', deliverySlot: '' };
  const apply = (appraisalId: string | undefined, changes: object) =>
    write(applications, { ...base, appraisalId, ...changes });
  await apply(direct, { state: 'donated' });
  const fund = { kind: 'fund', associateId: null, socialChallengeId: 'animal' };
  await apply(bought, { ...fund, birth: '1980-01-02', state: 'donated', identity: 'approved' });
  await apply(cancelled, { ...fund, birth: '1980-01-02', state: 'cancelled' });
  // Made as a guest, with the e-mail that is verified now.
  await apply(made, { state: 'applied', uid: null });

  await db.insert(resultBatches).values(
    marked(resultBatches, `batch-of-${name}`, {
      id: `batch-of-${name}`,
      state: 'released',
      source: 'csv',
      rowCount: 2,
      acceptedCount: 2,
      donationYen: 0,
      createdAt: moment,
    }),
  );
  for (const appraisalId of [direct, bought, cancelled, made]) {
    await write(applicationEvents, {
      appraisalId,
      fromState: null,
      toState: 'applied',
      doneBy: 'donor',
      actorUid: uid,
      batchId: null,
      at: moment,
    });
    const changes = { email: [`${name}@before.example`, email] };
    await write(applicationChanges, { appraisalId, changes, at: moment });
    await write(applicationTokens, {
      appraisalId,
      tokenHash: `hash of ${appraisalId}`,
      purpose: 'status',
      expiresAt: moment,
    });
    await write(traceLinks, {
      id: `link-of-${appraisalId}`,
      appraisalId,
      tokenHash: `trace of ${appraisalId}`,
      showsSums: true,
      createdAt: moment,
    });
    await write(identityPapers, {
      id: `paper-of-${appraisalId}`,
      appraisalId,
      submittedAt: moment,
      deleteAfter: new Date('2030-01-01T00:00:00Z'),
    });
  }
  const kits = { id: `kits-of-${name}`, day: '2026-11-02', applicationCount: 1, boxCount: 1 };
  const number = (await db.$count(kitBatches)) + 1;
  await db
    .insert(kitBatches)
    .values({ ...kits, number, createdBy: 'an operator', createdAt: moment });
  await write(kitBatchEntries, {
    batchId: kits.id,
    position: 1,
    appraisalId: direct,
    applicationVersion: 1,
    boxes: 1,
    recipient: { lastName: markOf(kitBatchEntries, kitBatchEntries.recipient, name) },
    split: { yamato: { name: markOf(kitBatchEntries, kitBatchEntries.split, name) } },
    state: 'sent',
    leftOutReason: '',
  });
  await write(boxes, {
    appraisalId: direct,
    number: 1,
    kitBatchId: kits.id,
    carrier: 'yamato',
    kitState: 'sent',
    receivedBy: null,
  });
  for (const [appraisalId, amount, target] of [
    [direct, 800, { associateId: 'ao' }],
    [bought, 12_000, { socialChallengeId: 'animal' }],
  ] as const) {
    await write(appraisals, {
      id: `result-of-${appraisalId}`,
      appraisalId,
      batchId: `batch-of-${name}`,
      rowNumber: 2,
      receivedOn: '2026-11-08',
      appraisedOn: '2026-11-10',
      itemCount: 3,
      pricedCount: 2,
      appraisedYen: amount,
      bonusYen: 0,
      donationYen: amount,
      outcome: 'completed',
      createdAt: moment,
    });
    await write(appraisalItems, {
      appraisalRowId: `result-of-${appraisalId}`,
      position: 1,
      quantity: 1,
      amountYen: amount,
    });
    await write(donations, {
      id: `donation of ${appraisalId}`,
      appraisalId,
      appraisalRowId: `result-of-${appraisalId}`,
      uid,
      associateId: null,
      socialChallengeId: null,
      ...target,
      amountYen: amount,
      needReceipt: true,
      donatedAt: moment,
      remittanceId: null,
    });
    const words = { title: 'お礼', body: 'お礼', publishedAt: moment };
    await db
      .insert(associateThanks)
      .values({ id: 'thanks-of-ao', associateId: 'ao', ...words })
      .onConflictDoNothing();
    await db
      .insert(useReports)
      .values({
        ...{ id: 'use-of-ao', associateId: 'ao', edition: 1, title: '毛布', body: '毛布です。' },
        ...{ periodFrom: '2026-01-01', periodTo: '2026-01-31', yen: 1, gifts: 1 },
        publishedAt: moment,
      })
      .onConflictDoNothing();
    await write(useReportGifts, { reportId: 'use-of-ao', appraisalId, yen: 1, at: moment });
    await write(donationThanks, {
      donationId: `donation of ${appraisalId}`,
      thanksId: 'thanks-of-ao',
      at: moment,
      notifyAt: null,
    });
  }
  await insertInWarehouse(write, { name, moment, direct, bought });
  await write(receipts, {
    number: `R-${name}`,
    kind: 'donation',
    uid,
    associateId: 'ao',
    year: 2026,
    amountYen: 800,
    stated: statedBy('見本の会'),
    issuedAt: moment,
  });
  await write(receiptGifts, {
    receiptNumber: `R-${name}`,
    line: 1,
    appraisalId: direct,
    donationId: `donation of ${direct}`,
    receivedOn: '2026-11-01',
    amountYen: 800,
    stands: true,
  });
  await write(receiptEvents, {
    receiptNumber: `R-${name}`,
    kind: 'issued',
    replacedBy: null,
    actorUid: null,
    at: moment,
  });

  await write(pledges, {
    id: `pledge-of-${name}`,
    appraisalId: direct,
    uid,
    state: 'published',
    pledgedAt: moment,
    updatedAt: moment,
    withheldAt: moment,
  });
  await write(pledgeItems, {
    pledgeId: `pledge-of-${name}`,
    position: 1,
    imageId: `${name}-coat`,
  });
  await write(donorNotes, { subjectType: 'user', subjectId: uid, createdAt: moment });
  await write(donorMerges, { intoUid: uid, moved: {}, mergedAt: moment });
  await write(legalConsents, {
    subjectType: 'user',
    subjectId: uid,
    version: 0,
    act: 'agreed',
    at: moment,
  });
  await write(giverConsents, { uid, associateId: 'ao', act: 'agreed', textVersion: 1, at: moment });
  const message = `message-of-${name}`;
  await write(contactMessages, { id: message, email, createdAt: moment });
  const [entry] = await db
    .insert(threadEntries)
    .values(
      marked(threadEntries, name, {
        subjectType: 'message',
        subjectId: message,
        direction: 'in',
        createdAt: moment,
      }),
    )
    .returning();
  await write(threadAttachments, { entryId: entry?.id, byteCount: 1 });
  await write(listingApplications, {
    email,
    classification: 'npo',
    socialChallenges: ['animal'],
    associateId: null,
    state: 'new',
    stateChangedAt: moment,
    createdAt: moment,
  });
  await write(outboxMails, { recipient: email, uid, state: 'sent', createdAt: moment });
  await write(auditLog, {
    actorUid: uid,
    action: 'account.export',
    subjectType: 'user',
    subjectId: uid,
    at: moment,
  });
  await write(idempotencyKeys, {
    actor: uid,
    status: 200,
    response: { uid },
    createdAt: moment,
  });
  return { uid, email, direct, bought, cancelled, made };
}

/** Inserts a report of a pledge by another person. */
export const insertReport = (db: Database, reporter: string, pledgeId: string) =>
  db.insert(pledgeReports).values(
    marked(pledgeReports, reporter, {
      reporterUid: uidOf(reporter),
      pledgeId,
      createdAt: moment,
    }),
  );

const imageOf = (id: string, ownerUid: string) => ({
  id,
  ownerUid,
  associateId: null,
  purpose: 'pledge',
  contentType: 'image/webp',
  width: 960,
  height: 720,
  byteCount: 1,
  widths: [480, 960],
  createdAt: moment,
});
