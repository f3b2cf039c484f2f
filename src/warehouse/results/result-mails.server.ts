import { sql } from 'drizzle-orm';
import { issueTokens, statusUrl } from '#giving/applications/application-tokens.server.ts';
import { type Gift, readGiftsOfResults } from '#giving/donations/gift-sums.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import { readRows, type Statements } from '#kit/db/pipelined.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { type Mail, writeMails } from '#people/mail/outbox.server.ts';
import type {
  AboutApplication,
  PartlyArrived,
} from '#people/mail/templates/application-mails.server.ts';
import { type Arrival, partlyArrived } from '#warehouse/intake/arrival.ts';
import type { AppraisalOutcome } from './appraisal-result.ts';
import type { AcceptedRow } from './check-rows.server.ts';
import { type NothingGained, nothingGained } from './nothing-gained.ts';
import { goodsAfterReversal } from './result-import.ts';

/**
 * Deletes unsent mails that are untrue once an application has no donation: that its money was sent, and thanks for
 * it, unless the same mail may thank for another standing donation.
 */
export async function deleteUntrueMails(
  tx: Transaction,
  appraisalIds: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    delete from outbox_mails m
    using json_array_elements_text(${JSON.stringify(appraisalIds)}::json) as r(id)
    where m.appraisal_id = r.id and m.state <> 'sent' and m.kind in ('thanks', 'remitted')
      and not exists (
        select from donations d where d.appraisal_id = r.id and d.reversed_at is null)
      and (m.kind = 'remitted' or not exists (
        select from applications x
        join donations d on d.appraisal_id = x.appraisal_id and d.reversed_at is null
        join donation_thanks g on g.donation_id = d.id
        where x.uid = m.uid or (m.uid is null and x.email = m.recipient)))`);
}

type MailDeps = Pick<Dependencies, 'clock' | 'publicUrl' | 'secret' | 'mailDelayMinutes'>;
type Addressee = Pick<
  AcceptedRow['application'],
  | 'appraisalId'
  | 'linkGeneration'
  | 'uid'
  | 'email'
  | 'lastName'
  | 'firstName'
  | 'targetName'
  | 'needReceipt'
>;
type WithBoxes = { boxes: number; arrival: Pick<Arrival, 'came'> };
/** A result for the mail to its donor; `id` is that of the stored row. */
export type NotifiedResult = {
  id: string;
  result: Pick<AcceptedRow['result'], 'donationYen' | 'outcome'>;
  isOnHold: boolean;
  application: Addressee & WithBoxes;
};

const mailsPerTurn = 1_000;
/**
 * Factor on the usual delay: a day in place of ten minutes. A reversed batch is usually mended and uploaded again,
 * after which most of its donors need no mail.
 */
const withdrawalWaits = 144;

/**
 * Notifies each donor of the result, with a link that is valid for another year. `stored` are the gifts of the
 * results, if already known.
 */
export async function mailResults(
  tx: Statements,
  results: readonly NotifiedResult[],
  dependencies: MailDeps,
  stored?: ReadonlyMap<string, Gift>,
): Promise<void> {
  const told = await withoutUnchanged(tx, results);
  const answers = await answersOf(tx, told);
  const gifts = stored ?? (await readGiftsOfResults(tx, idsOf(told, 'donation-completed')));
  const waitsMinutes = dependencies.mailDelayMinutes;
  await mailEach(tx, told, dependencies, (one, about) => ({
    ...resultMail(one, { ...about, answer: answers.get(one.id), gift: gifts.get(one.id) }),
    waitsMinutes,
  }));
}

/** Key per stored row, so that a row uploaded again gets a new mail. */
const dedupeKeyOf = (kind: Mail['kind'], rowId: string) => `${kind}:${rowId}`;

/** Kind of mail for a result. A completed one of 0 yen is no gift. */
function kindOf({ outcome, donationYen }: NotifiedResult['result'], isOnHold: boolean) {
  if (outcome !== 'completed') return kinds[outcome];
  if (isOnHold) return 'identity-due';
  return donationYen > 0 ? 'donation-completed' : 'application-unpriced';
}

/** Ids of the results announced by this kind of mail. */
const idsOf = (results: readonly NotifiedResult[], kind: ReturnType<typeof kindOf>): string[] =>
  results.filter(({ result, isOnHold }) => kindOf(result, isOnHold) === kind).map(({ id }) => id);

/** Explanations for donors whose goods brought nothing, by result id. */
async function answersOf(
  tx: Statements,
  results: readonly NotifiedResult[],
): Promise<ReadonlyMap<string, NothingGained>> {
  const ids = idsOf(results, 'application-unpriced');
  if (ids.length === 0) return new Map();
  type Piece = { id: string; name: string; quantity: number; destination: string; reason: string };
  const rows = await readRows<Piece>(
    tx,
    sql`
    select i.appraisal_row_id as id, i.name, i.destination, i.reason, sum(i.quantity)::int as quantity
    from json_array_elements_text(${JSON.stringify(ids)}::json) as r(id)
    join appraisal_items i on i.appraisal_row_id = r.id
    group by 1, 2, 3, 4 order by min(i.position)`,
  );
  const itemsOf = Map.groupBy(rows, ({ id }) => id);
  return new Map(ids.map((id) => [id, nothingGained(itemsOf.get(id) ?? [])]));
}

/** Boxes that arrived, if not all did. */
function partlyOf({ boxes, arrival }: WithBoxes): PartlyArrived | undefined {
  const partly = partlyArrived(boxes, arrival.came);
  return partly && { ...partly, boxes };
}

function resultMail(
  { id, result, isOnHold, application }: NotifiedResult,
  {
    answer,
    gift,
    ...about
  }: AboutApplication & { answer: NothingGained | undefined; gift: Gift | undefined },
): Mail {
  const { donationYen: amountYen } = result;
  const kind = kindOf(result, isOnHold);
  const arrival = partlyOf(application);
  const to = { ...envelope(application), dedupeKey: dedupeKeyOf(kind, id) };
  if (kind === 'identity-due') return { ...to, kind, data: { ...about, amountYen, arrival } };
  if (kind === 'donation-completed') {
    if (!gift) throw new Error(`no donation came of the result ${id}`);
    const { needReceipt } = application;
    return { ...to, kind, data: { ...about, ...gift, needReceipt, arrival } };
  }
  if (kind === 'application-unpriced') return { ...to, kind, data: { ...about, answer, arrival } };
  return { ...to, kind, data: about };
}

const kinds = {
  unpriced: 'application-unpriced',
  discarded: 'application-unpriced',
  returned: 'application-returned',
  cancelled: 'application-cancelled',
} as const;

/** Kinds of mails that announce a result. */
export const resultKinds: readonly string[] = [
  'identity-due',
  'donation-completed',
  ...new Set(Object.values(kinds)),
];

/** A reversed result. */
type ReversedResult = { id: string; appraisalId: string; outcome: AppraisalOutcome };
type NotifiedDonor = Addressee & { outcome: AppraisalOutcome; id: string };

/**
 * Deletes unsent mails of reversed results, and notifies exactly the donors who already got one. A mail being sent
 * right now counts as sent.
 */
export async function withdrawMails(
  tx: Transaction,
  withdrawn: readonly ReversedResult[],
  dependencies: MailDeps & Pick<Dependencies, 'mailDelayMinutes'>,
): Promise<void> {
  const kinds = JSON.stringify([...resultKinds, 'result-corrected']);
  const rows = JSON.stringify(withdrawn);
  // A correction has the batch of the result it corrects. If a result came again unchanged, its donor knows it from
  // the mail of the earlier, reversed one, without having got a notice of the reversal.
  const named = sql`
    select x.id, x.outcome, b.appraisal_id, k.kind || ':' || b.id as key
    from json_to_recordset(${rows}::json) as x(id text, "appraisalId" text, outcome text)
    join appraisals a on a.id = x.id
    join appraisals b on b.appraisal_id = a.appraisal_id and (
      b.batch_id = a.batch_id
      or b.reversed_at is not null and b.outcome = a.outcome and b.donation_yen = a.donation_yen)
    cross join json_array_elements_text(${kinds}::json) as k(kind)`;
  const { rows: told } = await tx.execute<NotifiedDonor>(sql`
    with named as (${named}), deleted as (
      delete from outbox_mails m using named
      where m.dedupe_key = named.key and m.state <> 'sent'
      returning named.id, named.outcome, named.appraisal_id, m.state, m.attempts
    ), told as (
      select named.id, named.outcome, named.appraisal_id
      from named join outbox_mails m on m.dedupe_key = named.key and m.state = 'sent'
      where not exists (
        select from outbox_mails w
        where w.appraisal_id = m.appraisal_id and w.kind = 'result-withdrawn' and w.id > m.id)
      union
      select id, outcome, appraisal_id from deleted where state = 'waiting' and attempts > 0
    )
    select x.appraisal_id as "appraisalId", x.uid, x.email, x.last_name as "lastName",
           x.first_name as "firstName", x.need_receipt as "needReceipt", x.link_generation as "linkGeneration",
           coalesce(o.name, c.fund_name, '') as "targetName", told.id, told.outcome
    from told
    join applications x on x.appraisal_id = told.appraisal_id
    left join associates o on o.id = x.associate_id
    left join social_challenges c on c.id = x.social_challenge_id
    order by x.appraisal_id`);
  const addressees = told.map(({ id, outcome, ...application }) => ({ id, outcome, application }));
  const waitsMinutes = dependencies.mailDelayMinutes * withdrawalWaits;
  await mailEach(tx, addressees, dependencies, ({ id, outcome, application }, data) => ({
    ...envelope(application),
    kind: 'result-withdrawn',
    dedupeKey: dedupeKeyOf('result-withdrawn', id),
    waitsMinutes,
    data: { ...data, goods: goodsAfterReversal[outcome] },
  }));
}

/**
 * Results to announce. A donor who was told the same before its reversal, and not yet about the reversal, gets
 * neither mail; a donor whose result differs now gets the notice of the mistake first.
 */
async function withoutUnchanged(
  tx: Statements,
  results: readonly NotifiedResult[],
): Promise<readonly NotifiedResult[]> {
  const told = results.map(({ result, isOnHold, application: { appraisalId } }) => ({
    a: appraisalId,
    y: result.donationYen,
    k: kindOf(result, isOnHold),
  }));
  // One statement for both: an application whose notice is deleted is left out of the update.
  const rows = await readRows<{ appraisalId: string }>(
    tx,
    sql`
    with told as (
      select a, y, k from json_to_recordset(${JSON.stringify(told)}::json) as r(a text, y int, k text)
    ), deleted as (
      delete from outbox_mails m using told r, appraisals p
      where p.appraisal_id = r.a and p.donation_yen = r.y and p.reversed_at is not null
        and m.dedupe_key = 'result-withdrawn:' || p.id and m.state = 'waiting' and m.attempts = 0
        and exists (
          select from outbox_mails s where s.dedupe_key = r.k || ':' || p.id and s.state = 'sent')
      returning m.appraisal_id
    ), hastened as (
      update outbox_mails set available_at = now(), waits_minutes = 0
      where appraisal_id in (select a from told except select appraisal_id from deleted)
        and kind = 'result-withdrawn' and state = 'waiting' and attempts = 0 and available_at > now()
    )
    select appraisal_id as "appraisalId" from deleted`,
  );
  if (rows.length === 0) return results;
  const unchanged = new Set(rows.map(({ appraisalId }) => appraisalId));
  return results.filter(({ application }) => !unchanged.has(application.appraisalId));
}

async function mailEach<Row extends { application: Addressee }>(
  tx: Statements,
  rows: readonly Row[],
  dependencies: MailDeps,
  toMail: (row: Row, about: AboutApplication) => Mail,
): Promise<void> {
  for (let from = 0; from < rows.length; from += mailsPerTurn) {
    const part = rows.slice(from, from + mailsPerTurn);
    const told = part.map(({ application }) => application);
    await issueTokens(tx, dependencies, 'status', told);
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
  statusUrl: statusUrl(dependencies, application),
});

const envelope = ({ email, uid, appraisalId }: Addressee) => ({
  to: email,
  uid: uid ?? undefined,
  appraisalId,
});
