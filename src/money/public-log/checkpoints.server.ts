import { desc } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { logCheckpoints } from './log-tables.server.ts';
import { type Checkpoint, openNote, readCheckpoint } from './note.server.ts';

/** The state that was signed last. */
export async function latestCheckpoint(db: Database | Transaction) {
  const [latest] = await db
    .select()
    .from(logCheckpoints)
    .orderBy(desc(logCheckpoints.size))
    .limit(1);
  return latest;
}

/** The checkpoint of a note that one of our keys has signed. */
export function publishedIn(note: string, known: readonly string[]): Checkpoint | undefined {
  const text = openNote(note, known);
  return text === undefined ? undefined : readCheckpoint(text);
}
