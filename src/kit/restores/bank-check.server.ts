import { isNull } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { restores } from './restore-tables.server.ts';

/** Refuses to send money after a restore until its runs were held against the bank's records: they may be paid already. */
export async function demandBankChecked(source: Database | Transaction): Promise<void> {
  if ((await source.$count(restores, isNull(restores.bankCheckedAt))) === 0) return;
  throw refuse(
    'Conflict',
    'バックアップから戻したあと、送金を銀行の記録とまだ照らし合わせていません。二重の振込を防ぐため、先に「バックアップから戻した記録」の画面で照合を済ませてください。',
  );
}
