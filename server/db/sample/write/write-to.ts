import type { ClientBase } from 'pg';
import type { Transaction } from '#server/db/database.ts';
import type { applications } from '#server/db/schema/applications.ts';
import type { Posting } from '#server/ledger/ledger.ts';

/** A transaction, and the connection that it is on. */
export type WriteTo = { tx: Transaction; client: ClientBase };

/** What is left to do for what was written: its postings, and the applications that are to be found. */
export type Written = {
  postings?: readonly Posting[];
  applications?: readonly (typeof applications.$inferInsert)[];
};
