import { z } from 'zod';
import type { Database, Transaction } from '#server/db/database.ts';
import { sampleRecord } from '#server/db/sample/sample-state.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { factsNow } from '#server/service-facts/service-facts.ts';
import { cached } from '#server/topics/cached.ts';
import type { Topics } from '#server/topics/topics.ts';
import { readSetting, writeSetting } from './settings.ts';

/** A change under this key bumps the topic `content` (server/db/migrations/baseline/topics.sql). */
const settingKey = 'opening';

const Stored = z.object({
  isOpen: z.boolean(),
  /** It ran before services were opened by hand: what it does goes on. */
  isFromBefore: z.boolean().default(false),
});
type Stored = z.infer<typeof Stored>;

/** Whether the service is open: as its owner said, else while it shows sample data. */
export async function openingOf(source: Database | Transaction): Promise<Stored> {
  const stored = await readSetting(source, settingKey);
  if (stored !== undefined) return Stored.parse(stored);
  return { isOpen: (await sampleRecord(source)) !== undefined, isFromBefore: false };
}

/** Notes that the service is open, or closed; what it was before stays noted. */
export async function setOpening(tx: Transaction, isOpen: boolean): Promise<void> {
  const { isFromBefore } = await openingOf(tx);
  await writeSetting(tx, settingKey, { isOpen, isFromBefore } satisfies Stored);
}

/**
 * Whether goods may be bought for funds: not without the licence of a dealer in second-hand goods (古物営業法 3条).
 * A service that ran before its licence was asked for has shown it elsewhere.
 */
export async function takesFunds(
  source: Database | Transaction,
  dependencies: Pick<Dependencies, 'db' | 'clock'>,
): Promise<boolean> {
  const { isFromBefore } = await openingOf(source);
  return isFromBefore || (await factsNow(source, dependencies)).dealerLicence !== '';
}

/** Whether the doors are open, for all who ask with each page. */
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
  /** Whether applications to funds are taken. */
  takesFunds: cached({ topics, clock }, ['associates', 'content'], () =>
    takesFunds(db, { db, clock }),
  ),
});
