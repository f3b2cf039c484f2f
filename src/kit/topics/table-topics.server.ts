/** Kinds of public data. Triggers bump a topic's version in the transaction of the write. */
export const topicNames = [
  'associates',
  'campaigns',
  'challenges',
  'content',
  'pledges',
  'sums',
] as const;
export type Topic = (typeof topicNames)[number];
/** Changed records by topic; for a topic not named, any record may have changed. */
export type ChangedRecords = ReadonlyMap<Topic, readonly string[]>;

/**
 * Topic that reports changes of a table, matching the triggers in src/kit/db/migrations/baseline/topics.sql. Rows of
 * other tables are public only together with one of these, or never change.
 */
export const topicOfTable: Readonly<Record<string, Topic>> = {
  associates: 'associates',
  associate_challenges: 'associates',
  associate_certifications: 'associates',
  associate_visions: 'associates',
  associate_activities: 'associates',
  associate_thanks: 'associates',
  associate_agreements: 'associates',
  use_reports: 'associates',
  unreported_sums: 'associates',
  category_associates: 'associates',
  campaigns: 'campaigns',
  campaign_associates: 'campaigns',
  social_challenges: 'challenges',
  fund_terms: 'challenges',
  content_versions: 'content',
  settings: 'content',
  measured_days: 'content',
  appraisal_estimates: 'content',
  appraisal_question_months: 'content',
  pledges: 'pledges',
  pledge_items: 'pledges',
  users: 'pledges',
  associate_months: 'sums',
  challenge_months: 'sums',
  // Changes in the same transactions as the months above.
  kept_sums: 'sums',
  // Change together with the days of publication.
  published_days: 'sums',
  transfer_confirmations: 'sums',
  published_sums: 'sums',
  public_lots: 'sums',
  book_transfers: 'sums',
};

const tableNames = new RegExp(`\\b(?:${Object.keys(topicOfTable).join('|')})\\b`, 'g');

/** Statements differ only in their parameters, which are not part of the text, so the map stays small. */
const mostKnown = 2_000;
const known = new Map<string, readonly Topic[]>();

/** Topics of the tables that a statement names. */
export function topicsOf(statement: string): readonly Topic[] {
  const found = known.get(statement);
  if (found) return found;
  const names = new Set(statement.match(tableNames));
  const topics = [...new Set([...names].flatMap((name) => topicOfTable[name] ?? []))];
  if (known.size >= mostKnown) known.clear();
  known.set(statement, topics);
  return topics;
}
