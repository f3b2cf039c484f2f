import { migrationState } from '#server/db/migrate.ts';
import type { Dependencies } from '#server/dependencies.ts';

/** Whether this process can do its work. */
export const health = ({ db }: Pick<Dependencies, 'db'>) => ({
  /** True when the database answers and its schema is that of this version. */
  async isReady(): Promise<boolean> {
    const { pending, unknown } = await migrationState(db);
    return pending.length === 0 && unknown.length === 0;
  },
});
