import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type AuditedList, auditedList } from '#kit/audit/audited-list.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { exactTotal } from '#kit/db/keyset.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { stale } from '#kit/http/versions.server.ts';
import { replyTemplates as table } from './message-tables.server.ts';
import {
  maxReplyTemplates,
  type ReplyTemplate,
  type ReplyTemplateDraft,
} from './reply-template.ts';

type Row = typeof table.$inferSelect;

const toTemplate = ({ id, name, body, version }: Row): ReplyTemplate => ({
  id,
  name,
  body,
  version,
});

const list: AuditedList<Record<never, never>, Row, ReplyTemplate> = {
  name: 'reply-templates',
  isPersonal: false,
  subjectType: 'reply-templates',
  subjectId: () => 'all',
  pageSize: maxReplyTemplates,
  keys: () => [
    { by: table.name, direction: 'asc', type: 'text' },
    { by: table.id, direction: 'asc', type: 'text' },
  ],
  valuesOf: (row) => [row.name, row.id],
  idOf: (row) => row.id,
  read: (db, _selection, part) =>
    db
      .select()
      .from(table)
      .where(part.where)
      .orderBy(...part.orderBy)
      .limit(part.limit),
  total: async (db) => exactTotal(await db.$count(table)),
  toItems: (_db, rows) => rows.map(toTemplate),
};

/** Reply templates, shared by all operators. */
export const replyTemplates = ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) => {
  const auditStep = (tx: Transaction, operator: Person, verb: string, id: string) =>
    audit(tx, operator, `reply-templates.${verb}`, ['reply-template', id], { at: clock() });
  /** A stale version is a conflict, a deleted template is not found. */
  async function staleOrAbsent(tx: Transaction, id: string) {
    return (await tx.$count(table, eq(table.id, id))) > 0 ? stale() : notFound('定型文');
  }

  return {
    templateList: auditedList({ db, clock }, list),

    async find(id: string): Promise<ReplyTemplate | undefined> {
      const [row] = await db.select().from(table).where(eq(table.id, id));
      return row && toTemplate(row);
    },

    async create(operator: Person, draft: ReplyTemplateDraft): Promise<ReplyTemplate> {
      return transaction(db, async (tx) => {
        if ((await tx.$count(table)) >= maxReplyTemplates) {
          throw refuse('Conflict', `定型文は${maxReplyTemplates}件までです。`);
        }
        const id = randomUUID();
        const [row] = await tx
          .insert(table)
          .values({ ...draft, id, createdAt: clock() })
          .returning();
        if (!row) throw new Error('a template was not inserted');
        await auditStep(tx, operator, 'create', id);
        return toTemplate(row);
      });
    },

    async edit(
      operator: Person,
      { id, version }: { id: string; version: number | undefined },
      draft: ReplyTemplateDraft,
    ): Promise<ReplyTemplate> {
      return transaction(db, async (tx) => {
        const [row] = await tx
          .update(table)
          .set({ ...draft, version: sql`${table.version} + 1` })
          .where(and(eq(table.id, id), eq(table.version, version ?? 0)))
          .returning();
        if (!row) throw await staleOrAbsent(tx, id);
        await auditStep(tx, operator, 'change', id);
        return toTemplate(row);
      });
    },

    async remove(
      operator: Person,
      { id, version }: { id: string; version: number | undefined },
    ): Promise<void> {
      await transaction(db, async (tx) => {
        const [row] = await tx
          .delete(table)
          .where(and(eq(table.id, id), eq(table.version, version ?? 0)))
          .returning({ id: table.id });
        if (!row) throw await staleOrAbsent(tx, id);
        await auditStep(tx, operator, 'remove', id);
      });
    },
  };
};
