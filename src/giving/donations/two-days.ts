/** Labels of a gift's two days, used everywhere: the appraisal decides it, then its money arrives. */
export const decidedDayLabel = '寄付が決まった日';
export const receivedDayLabel = '団体へ届いた日';

/** A gift with its two days. */
export type TwoDays = {
  amountYen: number;
  /** Timestamp of the decision, in Asia/Tokyo. */
  decidedAt: string;
  /** Day YYYY-MM-DD of receipt by an organisation, for a fund's gift by a pay-out; '' until then. */
  receivedOn: string;
};

export type Sum = { yen: number; count: number };

/**
 * A year counted by both days: decided = arrivedThen + arrivedLater + waiting + worthless; arrived
 * = arrivedThen + decidedBefore.
 */
export type YearByDays = {
  decided: Sum;
  /** Decided and received in the year. */
  arrivedThen: Sum;
  /** Decided in the year and received in a later one. */
  arrivedLater: Sum;
  /** Decided in the year and not received yet. */
  waiting: Sum;
  /** Decided in the year at 0 yen: nothing is sent. */
  worthless: Sum;
  /** Received in the year, whenever it was decided. */
  arrived: Sum;
  /** Received in the year and decided in an earlier one. */
  decidedBefore: Sum;
};

/** Sums of a year (YYYY) by the day decided and by the day received. */
export function yearByDays(gifts: readonly TwoDays[], year: string): YearByDays {
  const sumOf = (which: (gift: TwoDays) => boolean): Sum => {
    const matching = gifts.filter(which);
    return {
      yen: matching.reduce((yen, { amountYen }) => yen + amountYen, 0),
      count: matching.length,
    };
  };
  const decidedIn = ({ decidedAt }: TwoDays) => decidedAt.slice(0, 4);
  const receivedIn = ({ receivedOn }: TwoDays) => receivedOn.slice(0, 4);
  const isDecided = (gift: TwoDays) => decidedIn(gift) === year;
  const isArrived = (gift: TwoDays) => receivedIn(gift) === year;
  return {
    decided: sumOf(isDecided),
    arrivedThen: sumOf((gift) => isDecided(gift) && isArrived(gift)),
    arrivedLater: sumOf((gift) => isDecided(gift) && gift.receivedOn !== '' && !isArrived(gift)),
    waiting: sumOf((gift) => isDecided(gift) && gift.receivedOn === '' && gift.amountYen > 0),
    worthless: sumOf((gift) => isDecided(gift) && gift.receivedOn === '' && gift.amountYen === 0),
    arrived: sumOf(isArrived),
    decidedBefore: sumOf((gift) => isArrived(gift) && !isDecided(gift)),
  };
}
