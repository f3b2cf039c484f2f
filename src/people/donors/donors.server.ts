import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { type ApplicationState, canCorrect } from '#giving/applications/application-state.ts';
import { applicationEvents, applications } from '#giving/applications/application-tables.server.ts';
import { parseAppraisalId } from '#giving/applications/appraisal-number.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit, writeAudit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { stale } from '#kit/http/versions.server.ts';
import type { Role } from '#kit/permissions/roles.ts';
import { addressOf } from '#people/accounts/account.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { toAccount, type VersionedAccount } from '#people/accounts/accounts.server.ts';
import { writeMail } from '#people/mail/outbox.server.ts';
import type { personalData } from '#people/personal-data/personal-data.server.ts';
import type { DonorNote } from './donor.ts';
import { type CorrectedPart, type Correction, correctedPartLabels } from './donor-changes.ts';
import { donorList } from './donor-list.server.ts';
import { donorParts, isTheirNote, selectNotes, toNote } from './donor-parts.server.ts';
import { donorRecord } from './donor-record.server.ts';
import { donorNotes } from './donor-tables.server.ts';
import { locks } from './locks.server.ts';
import { merging } from './merging.server.ts';
import {
  type DonorOrGuest,
  findDonorOrGuest,
  memberOf,
  notOfStaff,
  subjectOf,
} from './whose.server.ts';

type CorrectionsDeps = Pick<Dependencies, 'db' | 'clock' | 'secret' | 'publicUrl'>;
type Notified = { to: string; uid: string | null; appraisalId?: string; name: string };

const tooLate = () => refuse('Conflict', '箱をお送りしたあとのお申し込みは、ここでは直せません。');

/** Columns that a correction sets. */
const factsOf = ({ names, tel, address }: Correction) => ({
  ...names,
  ...(tel !== undefined && { tel }),
  ...(address && addressOf(address)),
});

/** Parts that a correction actually changes. */
function changedParts(row: Record<string, unknown>, correction: Correction): CorrectedPart[] {
  const { names, tel, address } = correction;
  const differs = (facts: object | undefined) =>
    facts !== undefined && Object.entries(facts).some(([field, value]) => row[field] !== value);
  return (Object.keys(correctedPartLabels) as CorrectedPart[]).filter((part) =>
    differs(
      {
        names,
        tel: tel === undefined ? undefined : { tel },
        address: address && addressOf(address),
      }[part],
    ),
  );
}

/**
 * Corrections by the operator at a person's request, by phone or letter. The person gets a mail that names the changed
 * parts and how to object, without old or new values: the caller may be a stranger, and the address someone else's.
 */
const corrections = (dependencies: CorrectionsDeps) => {
  const { db, clock } = dependencies;

  async function mailCorrection(
    tx: Transaction,
    { to, uid, appraisalId, name }: Notified,
    parts: readonly CorrectedPart[],
  ) {
    await writeMail(
      tx,
      {
        kind: 'facts-corrected',
        dedupeKey: `facts-corrected:${randomUUID()}`,
        to,
        uid: uid ?? undefined,
        appraisalId,
        data: { name, parts: parts.map((part) => correctedPartLabels[part]), appraisalId },
      },
      dependencies,
    );
  }

  return {
    /** Corrects an account, based on the version seen. */
    async correctAccount(
      operator: Person,
      id: string,
      version: number,
      correction: Correction,
    ): Promise<VersionedAccount> {
      return transaction(db, async (tx) => {
        const { uid } = await memberOf(tx, id);
        const [row] = await tx.select().from(users).where(eq(users.uid, uid)).for('update');
        if (!row) throw stale();
        if (row.role !== 'donor') throw notOfStaff();
        if (version !== row.accountVersion) throw stale();
        const parts = changedParts(row, correction);
        if (parts.length === 0) return toAccount(row);
        const [corrected] = await tx
          .update(users)
          .set({ ...factsOf(correction), accountVersion: sql`${users.accountVersion} + 1` })
          .where(eq(users.uid, uid))
          .returning();
        if (!corrected) throw stale();
        await audit(tx, operator, 'donors.correct', ['user', uid], {
          at: clock(),
          parts,
          reason: correction.reason,
        });
        const name = `${corrected.lastName} ${corrected.firstName}`.trim();
        await mailCorrection(tx, { to: row.email, uid, name }, parts);
        return toAccount(corrected);
      });
    },

    /** Corrects an application before its kit leaves, likewise. */
    async correctApplication(
      operator: Person,
      id: string,
      version: number,
      correction: Correction,
    ): Promise<VersionedAccount> {
      const appraisalId = parseAppraisalId(id);
      if (appraisalId === undefined) throw notFound('申込番号のお申し込み');
      return transaction(db, async (tx) => {
        const isThis = eq(applications.appraisalId, appraisalId);
        const [row] = await tx.select().from(applications).where(isThis).for('update');
        if (!row) throw notFound('申込番号のお申し込み');
        if (!canCorrect(row.state as ApplicationState)) throw tooLate();
        if (version !== row.version) throw stale();
        const parts = changedParts(row, correction);
        if (parts.length === 0) return toAccount({ ...row, accountVersion: row.version });
        const [corrected] = await tx
          .update(applications)
          .set({ ...factsOf(correction), version: row.version + 1 })
          .where(and(isThis, eq(applications.version, row.version)))
          .returning();
        if (!corrected) throw stale();
        const at = clock();
        const { state, uid } = row;
        await tx.insert(applicationEvents).values({
          appraisalId,
          fromState: state,
          toState: state,
          doneBy: 'operator',
          actorUid: operator.uid,
          at,
        });
        await audit(tx, operator, 'applications.correct', ['application', appraisalId], {
          at,
          parts,
          reason: correction.reason,
        });
        const name = `${corrected.lastName} ${corrected.firstName}`.trim();
        await mailCorrection(tx, { to: row.email, uid, appraisalId, name }, parts);
        return toAccount({ ...corrected, accountVersion: corrected.version });
      });
    },
  };
};

async function readNote(tx: Transaction, id: number): Promise<DonorNote> {
  const [row] = await selectNotes(tx, eq(donorNotes.id, id));
  if (!row) throw notFound('メモ');
  return toNote(row);
}

/** Operators' notes on a donor or guest; never changed, only withdrawn. */
const notes = ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) => ({
  async addNote(operator: Person, id: string, body: string): Promise<DonorNote> {
    return transaction(db, async (tx) => {
      const subject = subjectOf(await findDonorOrGuest(tx, id));
      const at = clock();
      const [row] = await tx
        .insert(donorNotes)
        .values({ ...subject, body, createdBy: operator.uid, createdAt: at })
        .returning({ id: donorNotes.id });
      await writeAudit(tx, {
        actor: operator,
        action: 'donors.note',
        ...subject,
        details: { note: row?.id },
        at,
      });
      return readNote(tx, row?.id ?? 0);
    });
  },

  /** Withdraws a note and deletes its text. Idempotent. */
  async withdrawNote(operator: Person, id: string, noteId: number): Promise<DonorNote> {
    return transaction(db, async (tx) => {
      const whose = await findDonorOrGuest(tx, id);
      const at = clock();
      const isThis = and(eq(donorNotes.id, noteId), isTheirNote(whose));
      const [withdrawn] = await tx
        .update(donorNotes)
        .set({ withdrawnAt: at, body: '' })
        .where(and(isThis, isNull(donorNotes.withdrawnAt)))
        .returning({ id: donorNotes.id });
      if (withdrawn) {
        await writeAudit(tx, {
          actor: operator,
          action: 'donors.unnote',
          ...subjectOf(whose),
          details: { note: noteId },
          at,
        });
      } else {
        const [known] = await tx.select({ id: donorNotes.id }).from(donorNotes).where(isThis);
        if (!known) throw notFound('メモ');
      }
      return readNote(tx, noteId);
    });
  },
});

type RightsDeps = Pick<Dependencies, 'db'> & {
  personalData: Pick<ReturnType<typeof personalData>, 'handOver' | 'eraseOnRequest'>;
};

/** People's legal rights towards the operator: a copy of their data, and its erasure. */
const rights = ({ db, personalData }: RightsDeps) => {
  /** Whose data is requested. Refuses a guest whose e-mail also has an account: that record contains everything. */
  async function requestedSubject(whose: DonorOrGuest) {
    if (whose.kind === 'member') {
      if (whose.role !== 'donor') throw notOfStaff();
      return { uid: whose.uid, role: whose.role as Role };
    }
    const [member] = await db
      .select({ uid: users.uid })
      .from(users)
      .where(eq(users.email, whose.email));
    if (member) {
      throw refuse(
        'Conflict',
        'このメールアドレスには会員の記録があります。会員の記録に統合してから、そちらで行ってください。',
      );
    }
    return { email: whose.email, appraisalId: whose.appraisalId };
  }

  return {
    /** All stored data about a donor or guest, as an archive for them. */
    async handOver(operator: Person, id: string, reason: string) {
      return personalData.handOver(
        operator,
        await requestedSubject(await findDonorOrGuest(db, id)),
        reason,
      );
    },

    /** Erases a donor or guest at their request; refuses like self-service erasure. */
    async erase(operator: Person, id: string, reason: string): Promise<void> {
      const whose = await requestedSubject(await findDonorOrGuest(db, id));
      await personalData.eraseOnRequest(operator, whose, reason);
    },
  };
};

type DonorsDeps = Pick<Dependencies, 'db' | 'clock' | 'secret' | 'publicUrl'> & {
  /** Drops a person's cached sessions (auth). */
  forget: (uid: string) => void;
  personalData: Pick<ReturnType<typeof personalData>, 'handOver' | 'eraseOnRequest'>;
};

/** Donors and guests for the operator: found, read, corrected, locked, merged. */
export const donors = (dependencies: DonorsDeps) => ({
  list: donorList(dependencies),
  ...donorRecord(dependencies),
  ...donorParts(dependencies),
  ...corrections(dependencies),
  ...notes(dependencies),
  ...locks(dependencies),
  ...rights(dependencies),
  ...merging(dependencies),
});
