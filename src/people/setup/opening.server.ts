import { z } from 'zod';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { sampleRecord } from '#kit/db/sample-state.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { readSetting, writeSetting } from '#kit/settings/settings.server.ts';
import { cached } from '#kit/topics/cached.server.ts';
import type { Topics } from '#kit/topics/topics.server.ts';
import { factsNow } from '#people/service-facts/service-facts.server.ts';

/** A change of this setting bumps the topic `content` (src/kit/db/migrations/baseline/topics.sql). */
const settingKey = 'opening';

const Stored = z.object({
  isOpen: z.boolean(),
  /** The service ran before opening was a step; it keeps doing what it did. */
  isFromBefore: z.boolean().default(false),
});
type Stored = z.infer<typeof Stored>;

/** Whether the service is open: as set by its owner, by default only with sample data. */
export async function openingOf(source: Database | Transaction): Promise<Stored> {
  const stored = await readSetting(source, settingKey);
  if (stored !== undefined) return Stored.parse(stored);
  return { isOpen: (await sampleRecord(source)) !== undefined, isFromBefore: false };
}

/** Opens or closes the service; keeps `isFromBefore`. */
export async function setOpening(tx: Transaction, isOpen: boolean): Promise<void> {
  const { isFromBefore } = await openingOf(tx);
  await writeSetting(tx, settingKey, { isOpen, isFromBefore } satisfies Stored);
}

/**
 * Whether goods may be bought for funds: only with a licence as a dealer in second-hand goods (古物営業法 3条). A service
 * from before the licence was asked for has shown it elsewhere.
 */
export async function takesFunds(
  source: Database | Transaction,
  dependencies: Pick<Dependencies, 'db' | 'clock'>,
): Promise<boolean> {
  const { isFromBefore } = await openingOf(source);
  return isFromBefore || (await factsNow(source, dependencies)).dealerLicence !== '';
}

/** Whether the service is open, cached for every page. */
export const opening = ({
  db,
  clock,
  topics,
}: Pick<Dependencies, 'db' | 'clock'> & { topics: Topics }) => ({
  isOpen: cached(
    { topics, clock },
    ['associates', 'content'],
    async () => (await openingOf(db)).isOpen,
  ),
  /** Whether applications to funds are accepted. */
  takesFunds: cached({ topics, clock }, ['associates', 'content'], () =>
    takesFunds(db, { db, clock }),
  ),
});
