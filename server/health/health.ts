import { migrationState } from '#server/db/database.ts';
import type { Dependencies } from '#server/dependencies.ts';

/** Whether this process can do its work. */
export const health = ({ db }: Pick<Dependencies, 'db'>) => ({
  /** True when the database answers and has every migration that this build knows. */
  async isReady(): Promise<boolean> {
    const { known, applied } = await migrationState(db);
    return applied >= known;
  },
});
