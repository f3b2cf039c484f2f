import { and, eq, type SQL } from 'drizzle-orm';
import type { Database } from '#kit/db/database.server.ts';
import { countRows, type Page, type Position, readKeysetPage } from '#kit/db/keyset.server.ts';
import type {
  associateActivities,
  associateThanks,
} from '#organisations/associates/associate-tables.server.ts';

type Stretch = { where: SQL | undefined; orderBy: SQL[]; limit: number };
type PublishedPage<Row, Item> = {
  table: typeof associateActivities | typeof associateThanks;
  associateId: string;
  position: Position | undefined;
  size: number;
  /** Selects a stretch of the table's rows, with joined data for the items. */
  read: (stretch: Stretch) => Promise<Row[]>;
  toItem: (row: Row) => Item;
};

/** A page of what an organisation published, the newest first. */
export async function publishedPage<Row extends { id: string; publishedAt: Date }, Item>(
  db: Database,
  { table, associateId, position, size, read, toItem }: PublishedPage<Row, Item>,
): Promise<Page<Item>> {
  const ofAssociate = eq(table.associateId, associateId);
  const { rows, next, previous } = await readKeysetPage({
    keys: [
      { by: table.publishedAt, direction: 'desc', type: 'timestamptz' },
      { by: table.id, direction: 'desc', type: 'text' },
    ],
    position,
    size,
    read: ({ where, ...rest }) => read({ ...rest, where: and(ofAssociate, where) }),
    valuesOf: ({ publishedAt, id }) => [publishedAt.getTime(), id],
  });
  const total = await countRows(db, table, ofAssociate);
  return { items: rows.map(toItem), next, previous, total };
}
