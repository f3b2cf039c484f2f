import { migrationState } from '#server/db/migrate.ts';
import type { Dependencies } from '#server/dependencies.ts';

/** Whether this process can do its work. */
export const health = ({ db }: Pick<Dependencies, 'db'>) => ({
  /** True when the database answers and has every migration that this build knows. */
  async isReady(): Promise<boolean> {
    const { pending } = await migrationState(db);
    return pending.length === 0;
  },
});
