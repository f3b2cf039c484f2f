/** A rule for bonuses that the service adds to appraisals. */
export type BonusRule = {
  title: string;
  /** Per cent of the appraised yen. */
  percent: number;
  /** Days YYYY-MM-DD, both included. */
  startsOn: string;
  endsOn: string;
  kind: 'all' | 'direct' | 'fund';
  /** "2026:winter" limits the rule to organisations in that campaign; "" for all. */
  campaign: string;
};
export type BonusRules = { rules: BonusRule[] };

/** Default: no bonus. */
export const defaultBonusRules: BonusRules = { rules: [] };

/** Facts of an application that rules are matched against. */
export type BonusCase = {
  appraisedYen: number;
  /** The day of appraisal, YYYY-MM-DD. */
  day: string;
  kind: 'direct' | 'fund';
  /** Campaigns of its organisation, in the notation of the rules. */
  campaigns: readonly string[];
};

export type Bonus = { yen: number; parts: { title: string; yen: number }[] };

/** Bonus of an appraisal: the sum of all matching rules, in whole yen, each rounded down. */
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
