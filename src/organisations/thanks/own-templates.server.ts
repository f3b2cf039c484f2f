import { randomUUID } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { stale } from '#kit/http/versions.server.ts';
import { thanksTemplates as table } from '#organisations/associates/associate-tables.server.ts';
import { demandMember } from '#organisations/room/memberships.server.ts';
import {
  maxThanksTemplates,
  type ThanksTemplate,
  type ThanksTemplateDraft,
} from './thanks-template.ts';

type Row = typeof table.$inferSelect;
/** A template of an organisation at the version that was seen. */
type Shown = { associateId: string; id: string; version: number | undefined };

const tooManyMessage = `文例は${maxThanksTemplates}件までです。使わない文例を削除してから、お試しください。`;

const toTemplate = ({ id, name, title, body, version }: Row): ThanksTemplate => ({
  id,
  name,
  title,
  body,
  version,
});
const isOne = ({ associateId, id }: Pick<Shown, 'associateId' | 'id'>) =>
  and(eq(table.associateId, associateId), eq(table.id, id));

/** Templates that an organisation starts its thanks from. */
export const ownTemplates = ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) => {
  const auditTemplate = (tx: Transaction, person: Person, verb: string, { associateId, id }: Row) =>
    audit(tx, person, `thanks-templates.${verb}`, ['thanks-template', id], {
      at: clock(),
      associateId,
    });
  /** A stale version is a conflict, a deleted template is not found. */
  const staleOrAbsent = async (tx: Transaction, shown: Shown) =>
    (await tx.$count(table, isOne(shown))) > 0 ? stale() : notFound('文例');

  return {
    /** Sorted by name; there are only a few. */
    async list(person: Person, associateId: string): Promise<ThanksTemplate[]> {
      demandMember(person, associateId, 'read');
      const rows = await db
        .select()
        .from(table)
        .where(eq(table.associateId, associateId))
        .orderBy(asc(table.name), asc(table.id))
        .limit(maxThanksTemplates);
      return rows.map(toTemplate);
    },

    /** Template to start a message from. Refuses another organisation's. */
    async find(associateId: string, id: string): Promise<ThanksTemplate> {
      const [row] = await db.select().from(table).where(isOne({ associateId, id }));
      if (!row) throw notFound('文例');
      return toTemplate(row);
    },

    async create(
      person: Person,
      associateId: string,
      draft: ThanksTemplateDraft,
    ): Promise<ThanksTemplate> {
      demandMember(person, associateId, 'change');
      return transaction(db, async (tx) => {
        // Serialises concurrent saves, so that the limit holds.
        await lock(tx, 'thanks-templates', associateId);
        if ((await tx.$count(table, eq(table.associateId, associateId))) >= maxThanksTemplates) {
          throw refuse('Conflict', tooManyMessage);
        }
        const [row] = await tx
          .insert(table)
          .values({ ...draft, id: randomUUID(), associateId, createdAt: clock() })
          .returning();
        if (!row) throw new Error('a template was not inserted');
        await auditTemplate(tx, person, 'create', row);
        return toTemplate(row);
      });
    },

    async edit(person: Person, shown: Shown, draft: ThanksTemplateDraft): Promise<ThanksTemplate> {
      demandMember(person, shown.associateId, 'change');
      return transaction(db, async (tx) => {
        const [row] = await tx
          .update(table)
          .set({ ...draft, version: sql`${table.version} + 1` })
          .where(and(isOne(shown), eq(table.version, shown.version ?? 0)))
          .returning();
        if (!row) throw await staleOrAbsent(tx, shown);
        await auditTemplate(tx, person, 'change', row);
        return toTemplate(row);
      });
    },

    /** Messages started from it are unchanged. */
    async remove(person: Person, shown: Shown): Promise<void> {
      demandMember(person, shown.associateId, 'change');
      await transaction(db, async (tx) => {
        const [row] = await tx
          .delete(table)
          .where(and(isOne(shown), eq(table.version, shown.version ?? 0)))
          .returning();
        if (!row) throw await staleOrAbsent(tx, shown);
        await auditTemplate(tx, person, 'remove', row);
      });
    },
  };
};
