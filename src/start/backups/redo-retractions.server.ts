import { and, asc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import { giverConsents } from '#giving/giver-lists/giver-consent-tables.server.ts';
import { traceLinks } from '#giving/trace/trace-tables.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import { refusalOf } from '#kit/errors/refusal.ts';
import type { Secrets } from '#kit/keys/secrets.server.ts';
import { adminRoles } from '#kit/permissions/admin-roles.ts';
import type { OpenRetraction } from '#kit/restores/restore-tables.server.ts';
import { staffMemberships } from '#organisations/room/room-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { lockAccount } from '#people/donors/locks.server.ts';
import { optionalMailKinds } from '#people/mail/mail-preference.ts';
import { mailPreferences } from '#people/mail/mail-tables.server.ts';
import { stopForGuest } from '#people/mail/preferences.server.ts';
import { eraseGuest, erasePerson } from '#people/personal-data/erase.server.ts';
import { hashesOf, type Retraction } from '#people/retractions/retractions.server.ts';
import type { ListedRetraction } from './erasure-list.server.ts';

type Kind = Retraction['kind'];
type Done = { erased: number; withdrawn: number; endedRights: number; open: OpenRetraction[] };
type Redoing = {
  secrets: Secrets;
  at: Date;
  /** Whether the list has this one. */
  isListed: (retraction: Retraction) => boolean;
  done: Done;
};

const rowsAtOnce = 5_000;
const system = { uid: 'system' };
const request = { actor: system, details: { reason: 'バックアップからの復元' } };

/** Does retractions since a backup again: only hashes are known, so every candidate is hashed and looked up. */
export async function redoRetractions(
  tx: Transaction,
  listed: readonly ListedRetraction[],
  { secrets, at }: { secrets: Secrets; at: Date },
): Promise<Done> {
  const hashes = new Set(listed.map(({ kind, hash }) => `${kind} ${hash}`));
  const kinds = new Set(listed.map(({ kind }) => kind));
  const done: Done = { erased: 0, withdrawn: 0, endedRights: 0, open: [] };
  const isListed = (retraction: Retraction) =>
    hashesOf(secrets, retraction).some((hash) => hashes.has(`${retraction.kind} ${hash}`));
  // Rights before people: an operator whose role ended is erased like a donor.
  for (const [kind, redo] of Object.entries(redoing) as [Kind, Redo][]) {
    if (kinds.has(kind)) await redo(tx, { secrets, at, isListed, done });
  }
  return done;
}

type Redo = (tx: Transaction, redoing: Redoing) => Promise<void>;

const redoing: Record<Kind, Redo> = {
  async role(tx, { isListed, done }) {
    const admins = await tx
      .select({ uid: users.uid })
      .from(users)
      .where(inArray(users.role, [...adminRoles]));
    for (const { uid } of admins) {
      if (!isListed({ kind: 'role', subject: [uid] })) continue;
      await tx.update(users).set({ role: 'donor' }).where(eq(users.uid, uid));
      done.endedRights += 1;
    }
  },

  async membership(tx, { isListed, done }) {
    for (const { uid, associateId } of await tx.select().from(staffMemberships)) {
      if (!isListed({ kind: 'membership', subject: [uid, associateId] })) continue;
      const theirs = eq(staffMemberships.uid, uid);
      await tx
        .delete(staffMemberships)
        .where(and(theirs, eq(staffMemberships.associateId, associateId)));
      done.endedRights += 1;
      if ((await tx.$count(staffMemberships, theirs)) > 0) continue;
      await tx
        .update(users)
        .set({ role: 'donor' })
        .where(and(eq(users.uid, uid), eq(users.role, 'staff')));
    }
  },

  async lock(tx, { isListed, at, done }) {
    for await (const { uid } of allPeople(tx)) {
      if (!isListed({ kind: 'lock', subject: [uid] })) continue;
      if (await lockAccount(tx, uid, at)) done.endedRights += 1;
    }
  },

  async 'giver-consent'(tx, { isListed, at, done }) {
    const { rows } = await tx.execute<{
      uid: string;
      associateId: string;
      textVersion: number;
    }>(sql`
      select uid, associate_id as "associateId", text_version as "textVersion" from (
        select distinct on (uid, associate_id) * from ${giverConsents} order by uid, associate_id, id desc) as latest
      where act = 'agreed'`);
    for (const { uid, associateId, textVersion } of rows) {
      if (!isListed({ kind: 'giver-consent', subject: [uid, associateId] })) continue;
      await tx
        .insert(giverConsents)
        .values({ uid, associateId, act: 'withdrawn', textVersion, at });
      done.withdrawn += 1;
    }
  },

  async mails(tx, { isListed, done }) {
    for await (const { uid } of allPeople(tx)) {
      for (const kind of optionalMailKinds) {
        if (!isListed({ kind: 'mails', subject: [uid, kind] })) continue;
        await tx
          .insert(mailPreferences)
          .values({ uid, kind, isWanted: false })
          .onConflictDoUpdate({
            target: [mailPreferences.uid, mailPreferences.kind],
            set: { isWanted: false },
          });
        done.withdrawn += 1;
      }
    }
    for await (const { appraisalId } of allGuests(tx)) {
      for (const kind of ['thanks', 'next-box'] as const) {
        if (!isListed({ kind: 'mails', subject: [appraisalId, kind] })) continue;
        await stopForGuest(tx, appraisalId, kind);
        done.withdrawn += 1;
      }
    }
  },

  async 'trace-link'(tx, { isListed, at, done }) {
    for (let last = ''; ; ) {
      const links = await tx
        .select({ id: traceLinks.id, endedAt: traceLinks.endedAt })
        .from(traceLinks)
        .where(gt(traceLinks.id, last))
        .orderBy(asc(traceLinks.id))
        .limit(rowsAtOnce);
      for (const { id, endedAt } of links) {
        if (endedAt !== null || !isListed({ kind: 'trace-link', subject: [id] })) continue;
        await tx.update(traceLinks).set({ endedAt: at }).where(eq(traceLinks.id, id));
        done.withdrawn += 1;
      }
      const end = links.at(-1);
      if (end === undefined || links.length < rowsAtOnce) return;
      last = end.id;
    }
  },

  async guest(tx, { isListed, at, done }) {
    const seen = new Set<string>();
    for await (const { appraisalId, email } of allGuests(tx)) {
      if (seen.has(email)) continue;
      seen.add(email);
      if (!isListed({ kind: 'guest', subject: [email] })) continue;
      const why = await triedAlone(tx, (inner) =>
        eraseGuest(inner, { email, appraisalId }, at, request),
      );
      if (why === undefined) done.erased += 1;
      else done.open.push({ kind: 'guest', subject: appraisalId, why });
    }
  },

  async person(tx, { isListed, at, done }) {
    for await (const { uid, role } of allPeople(tx)) {
      if (!isListed({ kind: 'person', subject: [uid] })) continue;
      const why = await triedAlone(tx, (inner) => erasePerson(inner, { uid, role }, at, request));
      if (why === undefined) {
        done.erased += 1;
        continue;
      }
      // Nobody signs in as an erased person, until a person has seen to the rest.
      await lockAccount(tx, uid, at);
      done.open.push({ kind: 'person', subject: uid, why });
    }
  },
};

/** Runs within a savepoint; returns the words of a refusal, which leaves nothing behind. */
async function triedAlone(
  tx: Transaction,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<string | undefined> {
  try {
    await tx.transaction(work);
    return undefined;
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return refusal.message;
  }
}

/** Everybody with an account; erased ones may go meanwhile. */
async function* allPeople(tx: Transaction) {
  for (let last = ''; ; ) {
    const rows = await tx
      .select({ uid: users.uid, role: users.role })
      .from(users)
      .where(gt(users.uid, last))
      .orderBy(asc(users.uid))
      .limit(rowsAtOnce);
    yield* rows as { uid: string; role: PersonRole }[];
    const end = rows.at(-1);
    if (end === undefined || rows.length < rowsAtOnce) return;
    last = end.uid;
  }
}
type PersonRole = Parameters<typeof erasePerson>[1]['role'];

/** Applications of guests whose e-mail is on record. */
async function* allGuests(tx: Transaction) {
  for (let last = ''; ; ) {
    const rows = await tx
      .select({ appraisalId: applications.appraisalId, email: applications.email })
      .from(applications)
      .where(
        and(
          isNull(applications.uid),
          ne(applications.email, ''),
          gt(applications.appraisalId, last),
        ),
      )
      .orderBy(asc(applications.appraisalId))
      .limit(rowsAtOnce);
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < rowsAtOnce) return;
    last = end.appraisalId;
  }
}
