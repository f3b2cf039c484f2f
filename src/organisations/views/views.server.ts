import { randomUUID } from 'node:crypto';
import { and, asc, eq, ne } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import {
  type ListName,
  maxSavedViews,
  type SavedView,
  type SavedViewDraft,
} from '#kit/lists/saved-view.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { savedViews } from './view-tables.server.ts';

const viewColumns = { id: savedViews.id, name: savedViews.name, query: savedViews.query };

/** Selections of lists that each operator saved under a name. */
export const views = ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) => ({
  /** The operator's saved views of a list, by name. */
  list: ({ uid }: Pick<Person, 'uid'>, list: ListName): Promise<SavedView[]> =>
    db
      .select(viewColumns)
      .from(savedViews)
      .where(and(eq(savedViews.uid, uid), eq(savedViews.list, list)))
      .orderBy(asc(savedViews.name), asc(savedViews.id))
      .limit(maxSavedViews),

  /** Saves a view, replacing one of the same name. Refuses more than the limit. */
  async save(
    { uid }: Pick<Person, 'uid'>,
    { list, name, query }: SavedViewDraft,
  ): Promise<SavedView> {
    return transaction(db, async (tx) => {
      // Serialises an operator's saves, so that the limit holds.
      await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)).for('update');
      const others = await tx.$count(
        savedViews,
        and(eq(savedViews.uid, uid), eq(savedViews.list, list), ne(savedViews.name, name)),
      );
      if (others >= maxSavedViews) {
        throw refuse(
          'Conflict',
          `保存できる表示は1つの一覧に${maxSavedViews}件までです。使わないものを消してから保存してください。`,
        );
      }
      const [saved] = await tx
        .insert(savedViews)
        .values({ id: randomUUID(), uid, list, name, query, createdAt: clock() })
        .onConflictDoUpdate({
          target: [savedViews.uid, savedViews.list, savedViews.name],
          set: { query },
        })
        .returning(viewColumns);
      if (!saved) throw refuse('Conflict', '表示を保存できませんでした。');
      return saved;
    });
  },

  /** Deletes one of the operator's own views; refuses unknown ones. */
  async remove({ uid }: Pick<Person, 'uid'>, id: string): Promise<void> {
    const { rowCount } = await db
      .delete(savedViews)
      .where(and(eq(savedViews.id, id), eq(savedViews.uid, uid)));
    if (!rowCount) throw notFound('表示');
  },
});
