import { and, eq, gte, isNull, lt, ne, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { receipts } from '#giving/receipts/receipt-tables.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit, writeAudit } from '#kit/audit/audit.server.ts';
import { transaction, withTimeout } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { attempts } from '#kit/limits/attempts.server.ts';
import { loggedError } from '#kit/observing/logged-error.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import {
  dealerLedgerYears,
  donationRecordYears,
  outOfRetention,
} from '#people/legal/legal-retention.ts';
import { noteRetraction } from '#people/retractions/retractions.server.ts';
import { identityLetters } from '#warehouse/dealer-ledger/dealer-ledger-tables.server.ts';
import {
  anonymousApplicant,
  type EraseRequest,
  eraseGuest,
  erasePerson,
  isRetainedByLaw,
} from './erase.server.ts';
import { exportedFiles, type ReadImage } from './export.server.ts';
import { guestSubject, type Subject, subjectOf } from './subject.server.ts';
import { zipStream } from './zip-stream.server.ts';

/** Removes names from retained records of erased people whose retention ended. */
async function endLegalHolds({ db, clock }: Pick<Dependencies, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  const donatedSince = (years: number) =>
    sql`exists (select 1 from ${donations} where ${and(
      eq(donations.appraisalId, applications.appraisalId),
      isNull(donations.reversedAt),
      gte(donations.donatedAt, outOfRetention(now, years)),
    )})`;
  const { birth, occupation } = anonymousApplicant;
  const isOver = and(isRetainedByLaw, sql`not ${donatedSince(dealerLedgerYears)}`);
  await db
    .delete(identityLetters)
    .where(
      sql`${identityLetters.appraisalId} in (select ${applications.appraisalId} from ${applications} where ${isOver})`,
    );
  await db.update(applications).set({ birth, occupation }).where(isOver);
  await db
    .update(applications)
    .set(anonymousApplicant)
    .where(and(isRetainedByLaw, sql`not ${donatedSince(donationRecordYears)}`));
  await db
    .update(receipts)
    .set({ donorName: '', donorAddress: '' })
    .where(
      and(
        isNull(receipts.uid),
        ne(receipts.donorName, ''),
        lt(receipts.issuedAt, outOfRetention(now, donationRecordYears)),
      ),
    );
}

const tooOftenMessage =
  '続けて書き出されたため、しばらくお休みしています。少し時間をおいてから、もう一度お試しください。';

const reasonOf = (error: unknown) =>
  error instanceof Error ? loggedError(error).message : 'unknown error';

type PersonalDataDeps = Pick<Dependencies, 'db' | 'workDb' | 'clock' | 'secret' | 'threads'> & {
  images: ReadImage & { forget(ids: readonly string[]): Promise<void> };
  /** Drops a person's cached sessions (from auth). */
  forget: (uid: string) => void;
};

type Archive = { fileName: string; parts: AsyncGenerator<Uint8Array> };
/** Subject of a request: a person, or an e-mail that gave without an account. */
type RequestSubject = Pick<Person, 'uid' | 'role'> | { email: string; appraisalId: string };

const namedBy = (whose: RequestSubject) =>
  'uid' in whose
    ? { subjectType: 'user', subjectId: whose.uid }
    : { subjectType: 'application', subjectId: whose.appraisalId };

/** Export and erasure of personal data. */
export const personalData = ({ forget, images, ...dependencies }: PersonalDataDeps) => {
  const { clock, threads } = dependencies;
  // Mails are found by recipient, which takes a while among very many.
  const db = withTimeout(dependencies.db);
  const budgets = attempts(dependencies);
  // The response has already begun, so the job queues, however many wait.
  const deflate = (piece: Uint8Array) =>
    threads.run('deflatePiece', piece, { limitMs: 10_000, handsOver: true, isAlwaysQueued: true });

  const archiveOf = (subject: Subject, at: Date): Archive => ({
    fileName: `tasuki-${jstDay(at).replaceAll('-', '')}.zip`,
    parts: zipStream(exportedFiles({ db, images }, subject, at), at, deflate),
  });
  const forgetPictures = (imageIds: readonly string[]) =>
    images
      .forget(imageIds)
      .catch((error: unknown) => console.warn('pictures are removed later:', reasonOf(error)));

  const erased = (person: Pick<Person, 'uid' | 'role'>, request?: EraseRequest) => {
    const at = clock();
    return transaction(db, async (tx) => {
      const gone = await erasePerson(tx, person, at, request);
      await noteRetraction(tx, dependencies, { kind: 'person', subject: [person.uid] }, at);
      return gone;
    });
  };

  return {
    /** Streams an archive of everything stored about the person: JSON, CSV and pictures. */
    async export(person: Person): Promise<Archive> {
      const { uid } = person;
      const at = clock();
      const counted = await budgets.spend(['export of personal data', uid]);
      if (!counted.isAllowed) {
        const { retryAfterSeconds } = counted;
        throw refuse('TooManyRequests', tooOftenMessage, { retryAfterSeconds });
      }
      const subject = await subjectOf(db, uid);
      if (!subject) throw refuse('Unauthorized', 'ログインしてください。');
      await audit(db, person, 'account.export', ['user', uid], { at });
      return archiveOf(subject, at);
    },

    /** The same archive for the operator, to hand to the person. */
    async handOver(operator: Person, whose: RequestSubject, reason: string): Promise<Archive> {
      const at = clock();
      const subject = 'uid' in whose ? await subjectOf(db, whose.uid) : guestSubject(whose.email);
      if (!subject) throw notFound('方の記録');
      await writeAudit(db, {
        actor: operator,
        action: 'donors.hand-over',
        ...namedBy(whose),
        details: { reason },
        at,
      });
      return archiveOf(subject, at);
    },

    /** Erases a donor or guest who asked the operator. Refuses while goods are under way. */
    async eraseOnRequest(operator: Person, whose: RequestSubject, reason: string): Promise<void> {
      const request = { actor: operator, details: { reason } };
      if (!('uid' in whose)) {
        const at = clock();
        await transaction(db, async (tx) => {
          await eraseGuest(tx, whose, at, request);
          await noteRetraction(tx, dependencies, { kind: 'guest', subject: [whose.email] }, at);
        });
        return;
      }
      const { uid } = whose;
      const { imageIds } = await erased(whose, request);
      forget(uid);
      await forgetPictures(imageIds);
    },

    /** Erases a person who has just signed in again. Refuses while goods are under way. */
    async erase(person: Person): Promise<void> {
      const { imageIds } = await erased(person);
      forget(person.uid);
      await forgetPictures(imageIds);
    },

    /** Removes names that the law no longer retains from records of erased people. */
    endLegalHolds: () => endLegalHolds({ db: dependencies.workDb, clock }),
  };
};
