import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { selectApplications, toRow } from '#giving/applications/application-row.server.ts';
import { type ApplicationState, allowedSteps } from '#giving/applications/application-state.ts';
import {
  applicationChanges,
  applicationEvents,
  applications,
  applicationTokens,
} from '#giving/applications/application-tables.server.ts';
import { identityCheckFromYen } from '#giving/applications/identity-limit.ts';
import { moveApplication } from '#giving/applications/move-application.server.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { lockDonations } from '#giving/donations/lock-donations.server.ts';
import { pledges } from '#giving/pledges/pledge-tables.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { writeAudit } from '#kit/audit/audit.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import { idempotencyKeys } from '#kit/db/idempotency-tables.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { images } from '#kit/images/image-tables.server.ts';
import { isAdminRole } from '#kit/permissions/admin-roles.ts';
import { legalConsents } from '#kit/versions/version-tables.server.ts';
import { goodsSales } from '#money/books/book-tables.server.ts';
import { forgetOpenings } from '#money/public-log/commitments.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { donorNotes } from '#people/donors/donor-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { contactMessages } from '#people/messages/message-tables.server.ts';
import { forgetMessages } from '#people/messages/thread-files.server.ts';
import { approvals, invitations } from '#people/roles/role-tables.server.ts';
import { authUsers, authVerifications } from '#people/sign-in/sign-in-tables.server.ts';
import { appraisalDrafts, waitingResults } from '#warehouse/appraisals/appraisal-tables.server.ts';
import { identityLetters } from '#warehouse/dealer-ledger/dealer-ledger-tables.server.ts';
import { identityPapers } from '#warehouse/identity-checks/identity-check-tables.server.ts';
import { boxExceptions, scans } from '#warehouse/intake/intake-tables.server.ts';
import { boxes, kitBatchEntries } from '#warehouse/kits/kit-tables.server.ts';
import { appraisals } from '#warehouse/results/result-tables.server.ts';
import {
  applicationNumbersOf,
  byEmail,
  guestSubject,
  isApplicationOf,
  type Subject,
  subjectOf,
} from './subject.server.ts';

/** Operator who erases on request, and the reason. */
export type EraseRequest = { actor: Pick<Person, 'uid'>; details: { reason: string } };

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
 * (src/people/legal/legal-retention.ts). Cancels applications whose kit has not left. Refuses while goods are under way,
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

/** Locks before any pledge, in the order of src/giving/donations/lock-donations.server.ts. */
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
  await forgetOpenings(tx, applicationNumbersOf(subject));
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
