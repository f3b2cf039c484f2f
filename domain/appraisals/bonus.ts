/** A rule by which the service adds to appraisals of its own. */
export type BonusRule = {
  title: string;
  /** Of the appraised yen. */
  percent: number;
  /** Days YYYY-MM-DD, both included. */
  startsOn: string;
  endsOn: string;
  kind: 'all' | 'direct' | 'fund';
  /** "2026:winter": only gifts to the organisations of that campaign; "" for all. */
  campaign: string;
};
export type BonusRules = { rules: BonusRule[] };

/** What holds until the operator writes something: nothing is added. */
export const deliveredBonusRules: BonusRules = { rules: [] };

/** What of an application a rule asks for. */
export type BonusCase = {
  appraisedYen: number;
  /** The day of appraisal, YYYY-MM-DD. */
  day: string;
  kind: 'direct' | 'fund';
  /** Campaigns that its organisation takes part in, as rules name them. */
  campaigns: readonly string[];
};

export type Bonus = { yen: number; parts: { title: string; yen: number }[] };

/** What rules add to an appraisal: each of those that hold, whole yen, rounded down. */
export function bonusOf(rules: readonly BonusRule[], facts: BonusCase): Bonus {
  const parts = rules
    .filter((rule) => holds(rule, facts))
    .map(({ title, percent }) => ({
      title,
      yen: Math.floor((facts.appraisedYen * percent) / 100),
    }))
    .filter(({ yen }) => yen > 0);
  return { yen: parts.reduce((sum, { yen }) => sum + yen, 0), parts };
}

const holds = ({ startsOn, endsOn, kind, campaign }: BonusRule, facts: BonusCase) =>
  startsOn <= facts.day &&
  facts.day <= endsOn &&
  (kind === 'all' || kind === facts.kind) &&
  (campaign === '' || facts.campaigns.includes(campaign));
