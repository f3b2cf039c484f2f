import type { pledgeItems, pledges } from '#giving/pledges/pledge-tables.server.ts';
import { appraisalIdOf, type PlacedBox } from './box-rows.server.ts';
import { personUid, signInDonor } from './people.server.ts';
import { samplePictures } from './pictures.server.ts';
import { randomOf } from './random.server.ts';
import { pledgeTexts, replies } from './words/pledge-words.server.ts';

const hourMs = 60 * 60 * 1000;
const pledgeShare = 0.08;
const replyShare = 0.4;
/** Pledges of the donor who can sign in. */
const ownPledges = 3;

/** The 8 % of donations with a #mypledge. */
export function pledgedBoxes(seed: number, boxes: readonly PlacedBox[]): PlacedBox[] {
  const donated = boxes.filter(({ box }) => box.donatedAt !== undefined);
  const shuffled = randomOf(seed, 'pledges').shuffled(donated);
  const ownBoxes = shuffled.filter(({ box }) => box.person === signInDonor).slice(0, ownPledges);
  const otherBoxes = shuffled.filter(({ box }) => box.person !== signInDonor);
  const count = Math.round(donated.length * pledgeShare);
  return [...ownBoxes, ...otherBoxes].slice(0, count);
}

/** A published pledge with one to four pictures; `place` rotates the texts so that neighbours differ. */
export function pledgeRows(
  seed: number,
  { box, index }: PlacedBox,
  place: number,
  now: Date,
): { pledge: typeof pledges.$inferInsert; items: (typeof pledgeItems.$inferInsert)[] } {
  const random = randomOf(seed, `pledge ${index}`);
  const id = `sample-pledge-${index}`;
  const donatedAt = box.donatedAt ?? 0;
  const pledgedAt = new Date(Math.min(donatedAt + random.int(5, 20 * 24) * hourMs, now.getTime()));
  const pictures = random.shuffled(samplePictures).slice(0, random.int(1, 4));
  const items = pictures.map(({ id: imageId, garment }, position) => ({
    id: `${id}-${position + 1}`,
    pledgeId: id,
    position: position + 1,
    imageId,
    name: random.pick(garment.names),
    comment: random.chance(0.6) ? random.pick(garment.comments) : '',
  }));
  const hasReply = box.organisation !== undefined && random.chance(replyShare);
  const repliedAt = hasReply
    ? new Date(Math.min(pledgedAt.getTime() + random.int(8, 96) * hourMs, now.getTime()))
    : null;
  const text = pledgeTexts[place % pledgeTexts.length] ?? '';
  return {
    pledge: {
      id,
      appraisalId: appraisalIdOf(seed, index),
      uid: personUid(box.person),
      associateId: box.organisation?.id ?? null,
      state: 'published',
      text: text
        .replaceAll('{item}', items[0]?.name ?? '服')
        .replaceAll('{who}', box.organisation?.focus.who ?? 'だれか'),
      showsAmount: random.chance(0.3),
      reply: hasReply ? (replies[place % replies.length] ?? '') : '',
      repliedAt,
      pledgedAt,
      updatedAt: repliedAt ?? pledgedAt,
    },
    items,
  };
}
