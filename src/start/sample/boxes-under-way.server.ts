import { jstDay, jstMonth, startOfJstDay } from '#kit/values/timestamp.ts';
import { appliedBefore, type Box, chooseTarget, stepsBefore } from './boxes.server.ts';
import { lastUpload } from './calendar.server.ts';
import { chooseFund, type popularityOf } from './popularity.server.ts';
import { type Random, randomOf } from './random.server.ts';

const dayMs = 24 * 60 * 60 * 1000;
const guestShare = 0.3;

/** Boxes that wait at a step or ended without money, per 1,000 donations. */
const perThousand = {
  applied: 11,
  'kit-sent': 9,
  'goods-received': 7,
  appraised: 3,
  cancelled: 6,
  returned: 4,
} as const;
type StateUnderWay = keyof typeof perThousand;
const states = Object.keys(perThousand) as StateUnderWay[];

/**
 * Unfinished boxes at `now`, some in every state: one belongs to the donor who can sign in (person 1), the others to
 * donors and guests. Appraised ones are held for their identity check.
 */
export function boxesUnderWay(
  seed: number,
  popularity: ReturnType<typeof popularityOf>,
  { donors, donations }: { donors: number; donations: number },
  now: Date,
): Box[] {
  const random = randomOf(seed, 'boxes under way');
  const choose = popularity.chooserOf(jstMonth(now));
  return states.flatMap((state) => {
    const count = Math.max(1, Math.round((perThousand[state] * donations) / 1_000));
    return Array.from({ length: count }, (_, index): Box => {
      const isGuest = index > 0 && random.chance(guestShare);
      // Guests are numbered after the donors.
      const person = index === 0 ? 1 : random.int(1, donors) + (isGuest ? donors : 0);
      const target =
        state === 'appraised'
          ? { organisation: undefined, fund: chooseFund(random) }
          : chooseTarget(random, choose);
      const amountYen = state === 'appraised' ? random.int(1_000, 4_800) * 10 : 0;
      return {
        state,
        person,
        isGuest,
        amountYen,
        ...target,
        ...stepTimes(random, state, now.getTime()),
      };
    });
  });
}

function stepTimes(random: Random, state: StateUnderWay, now: number) {
  // A working hour between `least` and `most` days ago.
  const adminHour = (least: number, most: number) => {
    const day = jstDay(new Date(now - random.int(least, most) * dayMs));
    return startOfJstDay(day).getTime() + random.int(10 * 60, 16 * 60) * 60_000;
  };
  switch (state) {
    case 'applied':
      return { appliedAt: now - random.int(5, 44 * 60) * 60_000 };
    case 'cancelled': {
      const appliedAt = now - random.int(3 * 24 * 60, 60 * 24 * 60) * 60_000;
      return { appliedAt, cancelledAt: appliedAt + random.int(10, 14 * 60) * 60_000 };
    }
    case 'kit-sent': {
      const kitAt = adminHour(1, 12);
      return { appliedAt: appliedBefore(random, kitAt), kitAt };
    }
    case 'goods-received': {
      const receivedAt = adminHour(1, 3);
      const kitAt = receivedAt - random.int(4, 16) * dayMs;
      return { appliedAt: appliedBefore(random, kitAt), kitAt, receivedAt };
    }
    case 'appraised': {
      const resultAt = lastUpload(now);
      return { ...stepsBefore(random, resultAt), resultAt };
    }
    case 'returned': {
      const resultAt = lastUpload(now - random.int(2, 90) * dayMs);
      return { ...stepsBefore(random, resultAt), resultAt };
    }
  }
}
