import { sql } from 'drizzle-orm';
import { issueTokens, statusUrl } from '#server/applications/application-tokens.ts';
import type { Transaction } from '#server/db/database.ts';
import type { Statements } from '#server/db/pipelined.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { type Mail, writeMails } from '#server/mail/outbox.ts';
import type { AboutApplication } from '#server/mail/templates/application-mails.ts';
import type { AcceptedRow } from './check-rows.ts';

type MailDeps = Pick<Dependencies, 'clock' | 'publicUrl' | 'secret' | 'mailDelayMinutes'>;
type Addressee = Pick<
  AcceptedRow['application'],
  'appraisalId' | 'uid' | 'email' | 'lastName' | 'firstName' | 'targetName' | 'needReceipt'
>;
/** A result for the mail to its donor; `id` is that of the stored row. */
export type NotifiedResult = {
  id: string;
  result: Pick<AcceptedRow['result'], 'donationYen' | 'outcome'>;
  isOnHold: boolean;
  application: Addressee;
};

const mailsPerTurn = 1_000;

/** Notifies each donor of the result, with a link that is valid for another year. */
export async function mailResults(
  tx: Statements,
  results: readonly NotifiedResult[],
  dependencies: MailDeps,
): Promise<void> {
  const waitsMinutes = dependencies.mailDelayMinutes;
  await mailEach(tx, results, dependencies, (result, about) => ({
    ...resultMail(result, about),
    waitsMinutes,
  }));
}

/** Names the mail of a stored row: one row, one mail, so that a row uploaded anew gets a new one. */
const dedupeKeyOf = (kind: Mail['kind'], rowId: string) => `${kind}:${rowId}`;

function resultMail(
  { id, result, isOnHold, application }: NotifiedResult,
  about: AboutApplication,
): Mail {
  const { donationYen: amountYen, outcome } = result;
  const to = envelope(application);
  if (outcome === 'completed') {
    const kind = isOnHold ? 'identity-due' : 'donation-completed';
    const dedupeKey = dedupeKeyOf(kind, id);
    return kind === 'identity-due'
      ? { ...to, kind, dedupeKey, data: { ...about, amountYen } }
      : {
          ...to,
          kind,
          dedupeKey,
          data: { ...about, amountYen, needReceipt: application.needReceipt },
        };
  }
  const kind = kinds[outcome];
  return { ...to, kind, dedupeKey: dedupeKeyOf(kind, id), data: about };
}

const kinds = {
  unpriced: 'application-unpriced',
  discarded: 'application-unpriced',
  returned: 'application-returned',
  cancelled: 'application-cancelled',
} as const;

const resultKinds = ['identity-due', 'donation-completed', ...new Set(Object.values(kinds))];

/**
 * Deletes the mails of a batch that were not sent; whoever got one already is notified that it was
 * a mistake.
 */
export async function withdrawMails(
  tx: Transaction,
  batchId: string,
  dependencies: MailDeps,
): Promise<void> {
  const mailsOfBatch = sql`
    m.dedupe_key in (
      select k.kind || ':' || a.id
      from appraisals a, json_array_elements_text(${JSON.stringify(resultKinds)}::json) as k(kind)
      where a.batch_id = ${batchId})`;
  await tx.execute(sql`delete from outbox_mails m where ${mailsOfBatch} and m.state <> 'sent'`);
  const { rows } = await tx.execute<Addressee & { id: string }>(sql`
    select x.appraisal_id as "appraisalId", x.uid, x.email, x.last_name as "lastName",
           x.first_name as "firstName", x.need_receipt as "needReceipt",
           coalesce(o.name, c.fund_name, '') as "targetName", min(m.dedupe_key) as id
    from outbox_mails m
    join applications x on x.appraisal_id = m.appraisal_id
    left join associates o on o.id = x.associate_id
    left join social_challenges c on c.id = x.social_challenge_id
    where ${mailsOfBatch}
    group by x.appraisal_id, o.name, c.fund_name`);
  const addressees = rows.map(({ id, ...application }) => ({ id, application }));
  await mailEach(tx, addressees, dependencies, ({ id, application }, data) => ({
    ...envelope(application),
    kind: 'result-withdrawn',
    dedupeKey: dedupeKeyOf('result-withdrawn', id),
    data,
  }));
}

async function mailEach<Row extends { application: Addressee }>(
  tx: Statements,
  rows: readonly Row[],
  dependencies: MailDeps,
  toMail: (row: Row, about: AboutApplication) => Mail,
): Promise<void> {
  for (let from = 0; from < rows.length; from += mailsPerTurn) {
    const part = rows.slice(from, from + mailsPerTurn);
    const ids = part.map(({ application }) => application.appraisalId);
    await issueTokens(tx, dependencies, 'status', ids);
    await writeMails(
      tx,
      part.map((one) => toMail(one, aboutOf(one.application, dependencies))),
      dependencies,
    );
  }
}

const aboutOf = (application: Addressee, dependencies: MailDeps): AboutApplication => ({
  name: `${application.lastName} ${application.firstName}`,
  appraisalId: application.appraisalId,
  targetName: application.targetName,
  statusUrl: statusUrl(dependencies, application.appraisalId),
});

const envelope = ({ email, uid, appraisalId }: Addressee) => ({
  to: email,
  uid: uid ?? undefined,
  appraisalId,
});
