/** The kinds of public data; triggers bump each one's version in the write's own transaction. */
export const topicNames = [
  'associates',
  'campaigns',
  'challenges',
  'content',
  'pledges',
  'sums',
] as const;
export type Topic = (typeof topicNames)[number];
/** Which records of the topics changed; of those that it does not name, any may have. */
export type ChangedRecords = ReadonlyMap<Topic, readonly string[]>;

/**
 * Which topic tells of a change of a table, as the triggers in server/db/migrations/baseline/topics.sql have it. Rows of other tables are public
 * only together with one of these, or never change.
 */
export const topicOfTable: Readonly<Record<string, Topic>> = {
  associates: 'associates',
  associate_challenges: 'associates',
  associate_certifications: 'associates',
  associate_visions: 'associates',
  associate_activities: 'associates',
  associate_thanks: 'associates',
  associate_agreements: 'associates',
  category_associates: 'associates',
  campaigns: 'campaigns',
  campaign_associates: 'campaigns',
  social_challenges: 'challenges',
  fund_terms: 'challenges',
  content_versions: 'content',
  settings: 'content',
  measured_days: 'content',
  pledges: 'pledges',
  pledge_items: 'pledges',
  users: 'pledges',
  associate_months: 'sums',
  challenge_months: 'sums',
  // Moves in the transactions of the months above.
  kept_sums: 'sums',
};

const tableNames = new RegExp(`\\b(?:${Object.keys(topicOfTable).join('|')})\\b`, 'g');

/** Statements differ by their values alone, and these are no part of the text: few are known soon. */
const mostKnown = 2_000;
const known = new Map<string, readonly Topic[]>();

/** The topics of the tables that a statement names. */
export function topicsOf(statement: string): readonly Topic[] {
  const found = known.get(statement);
  if (found) return found;
  const names = new Set(statement.match(tableNames));
  const topics = [...new Set([...names].flatMap((name) => topicOfTable[name] ?? []))];
  if (known.size >= mostKnown) known.clear();
  known.set(statement, topics);
  return topics;
}
