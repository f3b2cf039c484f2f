import { accountTables } from './account-rows.server.ts';
import { givingTables } from './giving-rows.server.ts';
import type { PersonalTable } from './personal-table.server.ts';
import { warehouseTables } from './warehouse-rows.server.ts';
import { writingTables } from './writing-rows.server.ts';

/** Every table with personal rows, and what is exported. */
export const personalTables: readonly PersonalTable[] = [
  ...accountTables,
  ...givingTables,
  ...warehouseTables,
  ...writingTables,
];

const ofOrganisations = 'about organisations, whose facts are public';
const sums = 'sums over many people';

/** All other tables of the schema, by name, with the reason to export nothing. */
export const impersonalTables: Readonly<Record<string, string>> = {
  application_search: 'made of applications, and remade whenever they change',
  donor_search: 'made of accounts and applications, and remade whenever they change',
  attempt_budgets: 'keyed hashes, deleted within hours: nobody can find a person in them',
  auth_keys: 'the keys that tokens are signed with',
  file_removals: 'random names of files whose rows are gone, until the files are gone too',
  reply_templates: 'answers that operators give often, without a person in them',
  settings: 'facts about the installation',
  topic_versions: 'numbers',
  topic_changes: 'ids of organisations with numbers',
  result_batches: 'uploads by operators',
  kit_batches: 'days of work, by operators',
  remittances: 'money sent to organisations, by operators',
  remittance_runs: 'money sent to organisations, by operators',
  receipt_runs: 'when operators issued a year of receipts',
  receipt_run_rows: 'numbers of receipts, under the numbers of applications',
  bank_account_events: 'that transfers to accounts of organisations came back, by operators',
  carried_over: 'sums of organisations',
  transfer_files: 'files that were made for the bank, sealed: accounts of organisations',
  bank_answers: 'uploads by operators',
  bank_answer_rows:
    'sums and days of remittances, with a hash in the place of names; lines of others as the bank writes them',
  bank_line_entries: 'what operators say that lines of the bank are',
  bank_balances: 'what the bank has, by month',
  money_settings: 'facts about the installation',
  ledger_accounts: 'the chart of accounts',
  ledger_lines: 'amounts by account, under the number of a donation',
  posting_notes: 'why operators made postings, without a person in them',
  owed_items: 'what is owed to organisations and funds, under the number of an application',
  fund_payouts: 'money of funds for organisations, published',
  fiscal_year_changes: 'in which month years of organisations begin',
  statement_papers: 'what organisations were told of money sent to them, without givers',
  fund_terms: 'what the service keeps of gifts to funds, published',
  closed_months: sums,
  goods_sales: 'what goods were sold for, under the number of an application',
  journal_codes: 'how accounts are called elsewhere',
  associates: ofOrganisations,
  associate_challenges: ofOrganisations,
  associate_certifications: ofOrganisations,
  associate_agreements: ofOrganisations,
  certification_alerts: 'which alerts of a certification were mailed',
  associate_visions: ofOrganisations,
  associate_activities: ofOrganisations,
  associate_thanks: ofOrganisations,
  thanks_templates: ofOrganisations,
  thanks_deliveries: 'how many donations have thanks, without whose',
  associate_months: sums,
  challenge_months: sums,
  kept_sums: sums,
  measured_days: 'medians over all applications of ninety days',
  social_challenges: ofOrganisations,
  category_associates: ofOrganisations,
  campaigns: ofOrganisations,
  campaign_associates: ofOrganisations,
  bank_accounts: ofOrganisations,
  number_floors: 'the last numbers given',
  generations: 'when a backup was restored, and why',
  receipt_doubles: 'numbers of papers over the same gift, until somebody decides',
  person_links:
    'who gave a role to whom, by random ids alone; invitations and approvals say it in words',
  content_versions: 'of the service and of organisations',
};
