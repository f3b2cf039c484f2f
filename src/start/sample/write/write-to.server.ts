import type { ClientBase } from 'pg';
import type { applications } from '#giving/applications/application-tables.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Posting } from '#money/ledger/ledger.server.ts';

/** A transaction and its connection. */
export type WriteTo = { tx: Transaction; client: ClientBase };

/** Follow-up work for written rows: their postings, and applications to index for search. */
export type Written = {
  postings?: readonly Posting[];
  applications?: readonly (typeof applications.$inferInsert)[];
};
