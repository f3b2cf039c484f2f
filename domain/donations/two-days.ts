/** The two days of a gift, named alike everywhere: its appraisal decides it, then its money arrives. */
export const decidedDayLabel = '寄付が決まった日';
export const receivedDayLabel = '団体に届いた日';

/** A gift by its two days. */
export type TwoDays = {
  amountYen: number;
  /** Timestamp in Asia/Tokyo of the day on which it was decided. */
  decidedAt: string;
  /** YYYY-MM-DD of the day on which the organisation received it; '' until then, and of funds. */
  receivedOn: string;
  isToFund: boolean;
};

export type Sum = { yen: number; count: number };

/** A year by both days: decided = arrivedThen + arrivedLater + waiting + toFunds; arrived = arrivedThen + decidedBefore. */
export type YearByDays = {
  decided: Sum;
  /** Decided and received in the year. */
  arrivedThen: Sum;
  /** Decided in the year and received in a later one. */
  arrivedLater: Sum;
  /** Decided in the year and not received yet. */
  waiting: Sum;
  toFunds: Sum;
  /** Received in the year, whenever it was decided. */
  arrived: Sum;
  /** Received in the year and decided in an earlier one. */
  decidedBefore: Sum;
};

/** Sums of a year (YYYY) by the day decided and by the day received. */
export function yearByDays(gifts: readonly TwoDays[], year: string): YearByDays {
  const sumOf = (which: (gift: TwoDays) => boolean): Sum => {
    const those = gifts.filter(which);
    return { yen: those.reduce((yen, { amountYen }) => yen + amountYen, 0), count: those.length };
  };
  const decidedIn = ({ decidedAt }: TwoDays) => decidedAt.slice(0, 4);
  const receivedIn = ({ receivedOn }: TwoDays) => receivedOn.slice(0, 4);
  const isDecided = (gift: TwoDays) => decidedIn(gift) === year;
  const isArrived = (gift: TwoDays) => !gift.isToFund && receivedIn(gift) === year;
  const isOwn = (gift: TwoDays) => isDecided(gift) && !gift.isToFund;
  return {
    decided: sumOf(isDecided),
    arrivedThen: sumOf((gift) => isDecided(gift) && isArrived(gift)),
    arrivedLater: sumOf((gift) => isOwn(gift) && gift.receivedOn !== '' && !isArrived(gift)),
    waiting: sumOf((gift) => isOwn(gift) && gift.receivedOn === ''),
    toFunds: sumOf((gift) => isDecided(gift) && gift.isToFund),
    arrived: sumOf(isArrived),
    decidedBefore: sumOf((gift) => isArrived(gift) && !isDecided(gift)),
  };
}
