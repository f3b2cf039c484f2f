import { hash } from 'node:crypto';
import { addDays, startOfJstDay } from '#kit/values/timestamp.ts';
import type { goodsSales } from '#money/books/book-tables.server.ts';
import { type Posting, postingOf } from '#money/ledger/ledger.server.ts';
import type { postingNotes } from '#money/ledger/ledger-tables.server.ts';
import type { owedItems } from '#money/ledger/owed-tables.server.ts';
import { saleAmounts } from '#money/sales/shares.ts';
import type { SocialChallengeId } from '#organisations/challenges/social-challenge.ts';
import type { Box } from '#start/sample/boxes.server.ts';
import { dayAt } from '#start/sample/calendar.server.ts';
import { sampleUids } from '#start/sample/sign-ins.server.ts';
import { noon } from './sample-terms.server.ts';

type Gift = {
  donationId: string;
  appraisalId: string;
  associateId: string | null;
  socialChallengeId: SocialChallengeId | null;
  netYen: number;
  donatedAt: Date;
};

/** Open item of a gift, and the remittance that took it. */
export const giftItem = (
  { donationId, netYen, donatedAt, appraisalId, associateId, socialChallengeId }: Gift,
  { remittance }: Pick<Box, 'remittance'>,
): typeof owedItems.$inferInsert => ({
  associateId,
  socialChallengeId,
  kind: 'gift',
  amountYen: netYen,
  day: dayAt(donatedAt.getTime()),
  postingId: `donation:${donationId}`,
  appraisalId,
  remittanceId: remittance?.id ?? null,
  at: donatedAt,
});

export type SaleRows = {
  sale: typeof goodsSales.$inferInsert;
  posting: Posting;
  note: typeof postingNotes.$inferInsert;
};

/** Goods are sold within this many days of the gift. */
const maxSaleDays = 40;
const partlySoldShare = 16;

/**
 * Proceeds of a gift's goods: mostly all at once, some days later; for a few boxes only a first part. None for a box
 * whose goods may still be in stock at `now`.
 */
export function saleOf(
  {
    appraisalId,
    donatedAt,
    appraisedYen,
  }: Pick<Gift, 'appraisalId' | 'donatedAt'> & { appraisedYen: number },
  index: number,
  now: Date,
): SaleRows | undefined {
  const day = dayAt(donatedAt.getTime());
  if (addDays(day, maxSaleDays) >= dayAt(now.getTime())) return undefined;
  const soldOn = addDays(day, 12 + (index % 23));
  const isLast = index % partlySoldShare !== 0;
  const share = (isLast ? 0.9 : 0.5) + ((index * 7) % 40) / 100;
  const amountYen = Math.round((appraisedYen * share) / 10) * 10;
  const { proceeds, difference } = saleAmounts({ leftYen: appraisedYen }, { amountYen, isLast });
  const id = `sample-sale-${index}`;
  const postingId = `sale:${id}`;
  const createdAt = noon(addDays(soldOn, 1), -1);
  return {
    sale: {
      ...{ id, appraisalId, soldOn, amountYen, isLast, postingId, createdAt },
      note: isLast ? '' : '一部を売却（見本）',
      rowHash: hash('sha256', id, 'base64url'),
      createdBy: sampleUids.accountant,
    },
    posting: postingOf(
      postingId,
      [
        { account: 'bank', amountYen },
        { account: 'proceeds', amountYen: -proceeds },
        { account: 'sale-difference', amountYen: -difference },
      ],
      { donationId: null, at: startOfJstDay(soldOn) },
    ),
    note: {
      postingId,
      reason: '売却の実績の取り込み',
      corrects: null,
      actorUid: sampleUids.accountant,
      at: createdAt,
    },
  };
}
