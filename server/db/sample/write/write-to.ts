import type { ClientBase } from 'pg';
import type { Transaction } from '#server/db/database.ts';
import type { applications } from '#server/db/schema/applications.ts';
import type { Posting } from '#server/ledger/ledger.ts';

/** A transaction and its connection. */
export type WriteTo = { tx: Transaction; client: ClientBase };

/** Follow-up work for written rows: their postings, and applications to index for search. */
export type Written = {
  postings?: readonly Posting[];
  applications?: readonly (typeof applications.$inferInsert)[];
};
