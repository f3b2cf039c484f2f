import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import {
  type ApplicationState,
  allowedSteps,
  identityCheckFromYen,
} from '#domain/applications/application-state.ts';
import { isAdminRole } from '#domain/auth/admin-roles.ts';
import { refuse } from '#domain/errors/refusal.ts';
import type { Person } from '#server/actor.ts';
import { selectApplications, toRow } from '#server/applications/application-row.ts';
import { moveApplication } from '#server/applications/move-application.ts';
import { writeAudit } from '#server/audit/audit.ts';
import type { Transaction } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import {
  applicationChanges,
  applicationEvents,
  applications,
  applicationTokens,
} from '#server/db/schema/applications.ts';
import { authUsers, authVerifications } from '#server/db/schema/auth.ts';
import { donations } from '#server/db/schema/donations.ts';
import { donorNotes } from '#server/db/schema/donor-records.ts';
import { idempotencyKeys } from '#server/db/schema/idempotency.ts';
import { identityPapers } from '#server/db/schema/identity-checks.ts';
import { images } from '#server/db/schema/images.ts';
import { contactMessages } from '#server/db/schema/inbox.ts';
import { outboxMails } from '#server/db/schema/mail.ts';
import { goodsSales } from '#server/db/schema/money/books.ts';
import { approvals, invitations } from '#server/db/schema/people.ts';
import { pledges } from '#server/db/schema/pledges.ts';
import { appraisals } from '#server/db/schema/results.ts';
import { legalConsents } from '#server/db/schema/versions.ts';
import { appraisalDrafts, waitingResults } from '#server/db/schema/warehouse/appraising.ts';
import { identityLetters } from '#server/db/schema/warehouse/dealer-ledger.ts';
import { boxExceptions, scans } from '#server/db/schema/warehouse/intake.ts';
import { boxes, kitBatchEntries } from '#server/db/schema/warehouse/kits.ts';
import { lockDonations } from '#server/donations/lock-donations.ts';
import { forgetMessages } from '#server/inbox/thread-files.ts';
import {
  applicationNumbersOf,
  byEmail,
  guestSubject,
  isApplicationOf,
  type Subject,
  subjectOf,
} from './subject.ts';

/** Operator who erases on request, and the reason. */
type EraseRequest = { actor: Pick<Person, 'uid'>; details: { reason: string } };

/** Placeholder: a fund's application must have a date of birth. */
const noBirth = '1900-01-01';

/** Applicant columns of an application once nothing needs to be retained. */
export const anonymousApplicant = {
  lastName: '',
  firstName: '',
  lastNameKana: '',
  firstNameKana: '',
  email: '',
  tel: '',
  zipcode: '',
  prefecture: '',
  line1: '',
  line2: '',
  building: '',
  birth: sql`case when ${applications.kind} = 'fund' then ${noBirth}::date end`,
  occupation: '',
};
const {
  email: _email,
  birth: _birth,
  occupation: _occupation,
  ...anonymousRecipient
} = anonymousApplicant;
/** Not covered by retention law: erased at once even from a donation's record. */
const erasedAtOnce = { lastNameKana: '', firstNameKana: '', email: '', tel: '' };

/** Whether an application's goods are in the dealer's ledger. */
const isInLedger = sql`(${applications.kind} = 'fund' and exists (
  select 1 from ${appraisals} where ${appraisals.appraisalId} = ${applications.appraisalId}
    and ${appraisals.reversedAt} is null and ${appraisals.appraisedYen} >= ${identityCheckFromYen}))`;

const operatorMessage =
  '運営者のアカウントは、この画面からは削除できません。ほかの運営者にご相談ください。';
const underWayMessage = (numbers: string[]) =>
  `お手続き中のお申し込みがあるため、まだ退会できません（${numbers.join('、')}）。寄付が済むまでお待ちいただくか、お問い合わせください。`;

/**
 * Erases a person within a transaction: sign-in, account, pledges, pictures and mails are deleted; applications
 * become anonymous, except for names and addresses of donations, which the law retains
 * (domain/legal/legal-retention.ts). Cancels applications whose kit has not left. Refuses while goods are under way,
 * and for operators. Returns pictures to delete after the transaction, unless an organisation uses them.
 */
export async function erasePerson(
  tx: Transaction,
  person: Pick<Person, 'uid' | 'role'>,
  at: Date,
  request?: EraseRequest,
): Promise<{ imageIds: string[] }> {
  const { uid } = person;
  if (isAdminRole(person.role)) throw refuse('Conflict', operatorMessage);
  // Blocks concurrent applications, pledges and sign-ins of this person, whose rows refer to this one.
  await tx.select({ uid: authUsers.id }).from(authUsers).where(eq(authUsers.id, uid)).for('update');
  await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)).for('update');
  const subject = await subjectOf(tx, uid);
  if (!subject) throw refuse('Unauthorized', 'ログインしてください。');
  const pictures = await tx.select({ id: images.id }).from(images).where(eq(images.ownerUid, uid));
  await eraseSubject(tx, subject, at);
  await writeAudit(
    tx,
    request
      ? { ...request, action: 'donors.erase', subjectType: 'user', subjectId: uid, at }
      : { actor: person, action: 'account.erase', subjectType: 'user', subjectId: uid, at },
  );
  // Cascades to account, sessions, memberships and preferences.
  await tx.delete(authUsers).where(eq(authUsers.id, uid));
  return { imageIds: pictures.map(({ id }) => id) };
}

/**
 * Erases what was given under an e-mail without an account, in the same way; `appraisalId` names it in the audit log.
 * The operator has verified the e-mail's owner.
 */
export async function eraseGuest(
  tx: Transaction,
  { email, appraisalId }: { email: string; appraisalId: string },
  at: Date,
  request: EraseRequest,
): Promise<void> {
  await eraseSubject(tx, guestSubject(email), at);
  await writeAudit(tx, {
    ...request,
    action: 'donors.erase',
    subjectType: 'application',
    subjectId: appraisalId,
    at,
  });
}

async function eraseSubject(tx: Transaction, subject: Subject, at: Date): Promise<void> {
  await lockGiving(tx, subject);
  await endApplications(tx, subject, at);
  await eraseWritings(tx, subject);
  // Last, since papers and mails are found through the applications.
  await anonymiseApplications(tx, subject, at);
}

/** Locks before any pledge, in the order of server/donations/lock-donations.ts. */
async function lockGiving(tx: Transaction, subject: Subject) {
  await tx
    .select({ appraisalId: applications.appraisalId })
    .from(applications)
    .where(isApplicationOf(subject))
    .orderBy(asc(applications.appraisalId))
    .for('update');
  await lockDonations(tx, eq(donations.uid, subject.uid));
}

/** Cancels applications whose kit has not left. Refuses if any is between kit and donation. */
async function endApplications(tx: Transaction, subject: Subject, at: Date) {
  const found = await selectApplications(
    tx,
    and(
      isApplicationOf(subject),
      inArray(applications.state, ['applied', 'kit-sent', 'goods-received', 'appraised']),
    ),
  ).for('update', { of: applications });
  const open = found.map(toRow);
  const isCancellable = (state: string) =>
    allowedSteps(state as ApplicationState, 'donor').includes('cancel');
  const underWay = open.filter(({ state }) => !isCancellable(state));
  if (underWay.length > 0) {
    throw refuse('Conflict', underWayMessage(underWay.map(({ appraisalId }) => appraisalId)));
  }
  for (const row of open) {
    await moveApplication(tx, row, 'cancelled', { doneBy: 'donor', actorUid: null, at });
  }
}

async function eraseWritings(tx: Transaction, subject: Subject) {
  const { uid } = subject;
  await tx
    .delete(donorNotes)
    .where(
      or(
        and(eq(donorNotes.subjectType, 'user'), eq(donorNotes.subjectId, uid)),
        and(
          eq(donorNotes.subjectType, 'application'),
          sql`${donorNotes.subjectId} in ${applicationNumbersOf(subject)}`,
        ),
      ),
    );
  await tx.delete(pledges).where(eq(pledges.uid, uid));
  await tx
    .delete(outboxMails)
    .where(
      or(
        eq(outboxMails.uid, uid),
        eq(outboxMails.recipient, subject.email),
        sql`${outboxMails.appraisalId} in ${applicationNumbersOf(subject)}`,
      ),
    );
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.actor, uid));
  await tx
    .delete(authVerifications)
    .where(sql`split_part(${authVerifications.value}, ' ', 1) = ${uid}`);
  await tx
    .delete(invitations)
    .where(or(eq(invitations.acceptedBy, uid), byEmail(sql`${invitations.email}`, subject)));
  // The audit log keeps the fact of the request, by its number.
  await tx
    .delete(approvals)
    .where(
      and(
        eq(approvals.kind, 'role'),
        or(eq(approvals.subjectId, uid), byEmail(sql`${approvals.change} ->> 'email'`, subject)),
      ),
    );
  // Consents stay with their application, without the person.
  await tx
    .delete(legalConsents)
    .where(and(eq(legalConsents.subjectType, 'user'), eq(legalConsents.subjectId, uid)));
  await forgetMessages(tx, byEmail(sql`${contactMessages.email}`, subject));
}

async function anonymiseApplications(tx: Transaction, subject: Subject, at: Date) {
  const theirs = isApplicationOf(subject);
  const isDonated = sql`exists (select 1 from ${donations}
    where ${donations.appraisalId} = ${applications.appraisalId} and ${donations.reversedAt} is null)`;
  await tx
    .delete(applicationTokens)
    .where(sql`${applicationTokens.appraisalId} in ${applicationNumbersOf(subject)}`);
  // Edits contain the person's former data.
  await tx
    .delete(applicationChanges)
    .where(sql`${applicationChanges.appraisalId} in ${applicationNumbersOf(subject)}`);
  await tx
    .update(applicationEvents)
    .set({ note: '' })
    .where(sql`${applicationEvents.appraisalId} in ${applicationNumbersOf(subject)}`);
  await tx
    .update(scans)
    .set({ takenBackReason: '' })
    .where(sql`${scans.appraisalId} in ${applicationNumbersOf(subject)}`);
  await tx
    .update(boxExceptions)
    .set({ reason: '', endingNote: '', imageIds: [] })
    .where(sql`${boxExceptions.appraisalId} in ${applicationNumbersOf(subject)}`);
  await tx
    .update(appraisalDrafts)
    .set({ note: '', overrideReason: '', sentBackNote: '' })
    .where(sql`${appraisalDrafts.appraisalId} in ${applicationNumbersOf(subject)}`);
  await tx
    .update(goodsSales)
    .set({ note: '', reversalReason: '' })
    .where(sql`${goodsSales.appraisalId} in ${applicationNumbersOf(subject)}`);
  await tx
    .update(waitingResults)
    .set({ overrideReason: '', takenOutReason: '' })
    .where(sql`${waitingResults.appraisalId} in ${applicationNumbersOf(subject)}`);
  await tx
    .update(applicationEvents)
    .set({ actorUid: null })
    .where(eq(applicationEvents.actorUid, subject.uid));
  // Recipient of a kit; what is printed stays printed.
  await tx
    .update(kitBatchEntries)
    .set({
      recipient: sql`${kitBatchEntries.recipient} || ${JSON.stringify(anonymousRecipient)}::jsonb`,
      split: null,
    })
    .where(sql`${kitBatchEntries.appraisalId} in ${applicationNumbersOf(subject)}`);
  await tx
    .update(boxes)
    .set({ trackingNumber: '', carrierWord: '' })
    .where(sql`${boxes.appraisalId} in ${applicationNumbersOf(subject)}`);
  // Papers and letters of checks that led to no purchase have lost their purpose.
  await tx.delete(identityLetters).where(
    sql`${identityLetters.appraisalId} in (select ${applications.appraisalId} from ${applications}
        where ${theirs} and not (${isDonated} and ${isInLedger}))`,
  );
  await tx
    .update(identityPapers)
    .set({ deleteAfter: at })
    .where(
      sql`${identityPapers.appraisalId} in (select ${applications.appraisalId} from ${applications}
        where ${theirs} and not (${isDonated} and ${isInLedger}))`,
    );
  await tx
    .update(applications)
    .set({ ...anonymousApplicant, uid: null })
    .where(and(theirs, sql`not ${isDonated}`));
  const { birth, occupation } = anonymousApplicant;
  await tx
    .update(applications)
    .set({ birth, occupation })
    .where(and(theirs, sql`not ${isInLedger}`));
  await tx
    .update(applications)
    .set({ ...erasedAtOnce, uid: null })
    .where(theirs);
  await tx.update(donations).set({ uid: null }).where(eq(donations.uid, subject.uid));
}

/** Condition for applications of an erased person that still have a name. */
export const isRetainedByLaw = and(
  isNull(applications.uid),
  eq(applications.email, ''),
  sql`${applications.lastName} <> ''`,
);
