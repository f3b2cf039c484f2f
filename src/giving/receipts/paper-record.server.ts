import { createHash, createHmac, randomBytes } from 'node:crypto';
import { and, desc, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { insertAll } from '#kit/db/insert-all.server.ts';
import { oneOf } from '#kit/db/one-of.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { openText, sealText } from '#kit/keys/seal.server.ts';
import { derivedKey, type Secrets, secretsOf } from '#kit/keys/secrets.server.ts';
import { nextNumber } from '#kit/numbers/numbers.server.ts';
import { jstDay, toTimestamp } from '#kit/values/timestamp.ts';
import type { Fees } from '#money/ledger/fees.ts';
import type { Receipt, ReceiptKind } from './receipt.ts';
import { receiptEvents, receiptGifts, receipts } from './receipt-tables.server.ts';

/** Crockford's 32 characters, as in application numbers: easy to read out and write down. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Code for a new receipt: 60 random bits, so that it cannot be derived from the number. */
const newCode = (): string => written(randomBytes(12));

/** Code of a receipt issued by an earlier version: 60 bits of an HMAC of its number under SECRET. */
export const derivedCode = (number: string, secret: string): string =>
  written(createHmac('sha256', secret).update(`receipt ${number}`).digest().subarray(0, 12));

function written(bytes: Uint8Array): string {
  const letters = Array.from(bytes, (byte) => alphabet.charAt(byte & 31)).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}`;
}

/** Stored hash of a code. It does not depend on SECRET, so papers can still be verified under a new one. */
export const hashOfCode = (number: string, code: string): string =>
  createHash('sha256').update(`${number} ${code}`).digest('base64url');

const keyOf = (secret: string) => derivedKey(secret, 'tasuki codes of receipts');

/** Encrypts a code, to be printed again. */
export const sealCode = (number: string, code: string, secret: string): string =>
  sealText(keyOf(secret), code, number);

/** Code printed on a receipt, and whether it depends on the current SECRET; undefined if its SECRET is gone. */
export function printedCode(
  issued: { number: string; verifyCodeHash: string; sealedVerifyCode: string | null },
  secrets: Secrets,
): { code: string; isCurrent: boolean } | undefined {
  const { number, verifyCodeHash, sealedVerifyCode } = issued;
  const all = secretsOf(secrets);
  const sealed =
    sealedVerifyCode === null ? undefined : openText(all.map(keyOf), sealedVerifyCode, number);
  if (sealed) return { code: sealed.text, isCurrent: sealed.isCurrent };
  for (const [index, secret] of all.entries()) {
    const code = derivedCode(number, secret);
    if (hashOfCode(number, code) === verifyCodeHash) return { code, isCurrent: index === 0 };
  }
  return undefined;
}

/** A gift on a paper; the day is when its organisation received it. */
export type PaperLine = {
  appraisalId: string;
  donationId: string;
  receivedOn: string;
  amountYen: number;
};

/** Final end of a paper. */
export type Ending = {
  kind: 'replaced' | 'voided';
  reason: string;
  replacedBy: string | null;
  at: Date;
};

/** A paper as issued, with its current status. */
export type PaperRecord = Omit<typeof receipts.$inferSelect, 'kind'> & {
  kind: ReceiptKind;
  lines: (PaperLine & { stands: boolean })[];
  /** Operator who issued it; null if issued by its donor or the system. */
  issuedBy: string | null;
  /** Undefined while the paper is valid. */
  ending: Ending | undefined;
};

const linesOf = sql<(PaperLine & { stands: boolean })[]>`(
  select coalesce(json_agg(json_build_object('appraisalId', g.appraisal_id, 'donationId', g.donation_id,
    'receivedOn', g.received_on::text, 'amountYen', g.amount_yen, 'stands', g.stands) order by g.line), '[]')
  from receipt_gifts g where g.receipt_number = ${receipts.number})`;
const issuerOf = sql<string | null>`(
  select e.actor_uid from receipt_events e where e.receipt_number = ${receipts.number} and e.kind = 'issued' limit 1)`;
const endingOf = sql<(Omit<Ending, 'at'> & { at: number }) | null>`(
  select json_build_object('kind', e.kind, 'reason', e.reason, 'replacedBy', e.replaced_by,
    'at', round(extract(epoch from e.at) * 1000))
  from receipt_events e where e.receipt_number = ${receipts.number} and e.kind <> 'issued')`;

/** Papers that match `which`, the newest first. */
export async function readPapers(
  db: Database | Transaction,
  which: SQL | undefined,
): Promise<PaperRecord[]> {
  const rows = await db
    .select({ paper: receipts, lines: linesOf, issuedBy: issuerOf, ending: endingOf })
    .from(receipts)
    .where(which)
    .orderBy(desc(receipts.issuedAt), desc(receipts.number));
  return rows.map(({ paper, lines, issuedBy, ending }) => ({
    ...paper,
    kind: paper.kind as ReceiptKind,
    lines,
    issuedBy,
    ending: ending ? { ...ending, at: new Date(ending.at) } : undefined,
  }));
}

/** Condition for a person's papers: their own, and those issued over their gifts while they were a guest. */
export const ofPerson = (uid: string): SQL => sql`${receipts.number} = any(array(
  select r.number from receipts r where r.uid = ${uid}
  union
  select g.receipt_number from donations d join receipt_gifts g on g.appraisal_id = d.appraisal_id
  join receipts r on r.number = g.receipt_number
  where d.uid = ${uid} and d.reversed_at is null and r.uid is null))`;

/** Condition for valid papers that name one of these gifts. */
export const validPapersOn = (appraisalIds: readonly string[]): SQL | undefined =>
  and(
    inArray(
      receipts.number,
      sql`(select receipt_number from receipt_gifts where appraisal_id = ${oneOf(appraisalIds)})`,
    ),
    sql`not exists (select from receipt_events e where e.receipt_number = ${receipts.number} and e.kind <> 'issued')`,
  );

export type NewPaper = Pick<
  PaperRecord,
  | 'kind'
  | 'uid'
  | 'associateId'
  | 'year'
  | 'donorName'
  | 'donorAddress'
  | 'stated'
  | 'isSample'
  | 'issuedAt'
> & {
  lines: readonly PaperLine[];
  /** Papers that it replaces: they end, and it names them. */
  replaces: readonly string[];
  /** Reason that those end; shown to their holders. */
  reason: string;
  /** Operator who issues it; null if issued by its donor or the system. */
  actorUid: string | null;
};

/** For what is printed beside the record: a code under the current SECRET, and the page that verifies it. */
export type Printing = Pick<Dependencies, 'secret' | 'publicUrl'>;

/** Issues a paper with the year's next number and a random code. No other valid paper may cover its gifts. */
export async function issuePaper(
  tx: Transaction,
  paper: NewPaper,
  { secret, publicUrl }: Printing,
): Promise<PaperRecord> {
  const { kind, uid, associateId, year, donorName, donorAddress, isSample, issuedAt } = paper;
  const { lines, replaces, reason, actorUid } = paper;
  const number = await nextNumber(tx, 'receipt', Number(jstDay(issuedAt).slice(0, 4)));
  const code = newCode();
  const amountYen = lines.reduce((sum, line) => sum + line.amountYen, 0);
  const [row] = await tx
    .insert(receipts)
    .values({
      ...{ number, kind, uid, associateId, year, amountYen, donorName, donorAddress },
      ...{ isSample, issuedAt, replaces: [...replaces] },
      stated: { ...paper.stated, cost: await costOf(tx, lines), verifyPage: `${publicUrl}/verify` },
      verifyCodeHash: hashOfCode(number, code),
      sealedVerifyCode: sealCode(number, code, secret),
    })
    .returning();
  if (!row) throw new Error('the receipt just written is gone');
  await endPapers(tx, { numbers: replaces, reason, replacedBy: number, actorUid, at: issuedAt });
  await insertAll(
    tx,
    receiptGifts,
    lines.map((line, index) => ({
      receiptNumber: number,
      line: index + 1,
      appraisalId: line.appraisalId,
      donationId: line.donationId,
      receivedOn: line.receivedOn,
      amountYen: line.amountYen,
      stands: true,
    })),
  );
  await tx
    .insert(receiptEvents)
    .values({ receiptNumber: number, kind: 'issued', actorUid, at: issuedAt });
  return {
    ...row,
    kind,
    lines: lines.map((line) => ({ ...line, stands: true })),
    issuedBy: actorUid,
    ending: undefined,
  };
}

/** Cost of these gifts borne by the organisation, in total. */
async function costOf(tx: Transaction, lines: readonly PaperLine[]): Promise<Fees> {
  const { rows } = await tx.execute<Fees>(sql`
    select coalesce(sum(fee_yen), 0)::float8 as "feeYen", coalesce(sum(handling_yen), 0)::float8 as "handlingYen"
    from donations where id = ${oneOf(lines.map(({ donationId }) => donationId))}`);
  return rows[0] ?? { feeYen: 0, handlingYen: 0 };
}

type EndInput = {
  /** In Japanese, shown to holders of the papers: 「…ため」. */
  reason: string;
  /** Operator who ends them; null if ended by their donor or the system. */
  actorUid: string | null;
  at: Date;
};

/** Ends valid papers, as replaced or void; returns their numbers. Papers that already ended are unchanged. */
export async function endPapers(
  tx: Transaction,
  {
    numbers,
    reason,
    replacedBy = null,
    actorUid,
    at,
  }: EndInput & { numbers: readonly string[]; replacedBy?: string | null },
): Promise<string[]> {
  if (numbers.length === 0) return [];
  const kind = replacedBy === null ? 'voided' : 'replaced';
  const { rows } = await tx.execute<{ number: string }>(sql`
    insert into receipt_events (receipt_number, kind, reason, replaced_by, actor_uid, at)
    select distinct number, ${kind}, ${reason}, ${replacedBy}::text, ${actorUid}::text, ${at.toISOString()}::timestamptz
    from unnest(${sql.param([...numbers])}::text[]) as n(number) order by 1
    on conflict (receipt_number) where kind <> 'issued' do nothing returning receipt_number as number`);
  await tx.execute(sql`
    update receipt_gifts set stands = false where receipt_number = ${oneOf(numbers)} and stands`);
  return rows.map(({ number }) => number);
}

/** Ends all valid papers that name one of these gifts. */
export async function endPapersOn(
  tx: Transaction,
  { appraisalIds, ...ended }: EndInput & { appraisalIds: readonly string[] },
): Promise<string[]> {
  if (appraisalIds.length === 0) return [];
  const holding = await tx
    .select({ number: receipts.number })
    .from(receipts)
    .where(validPapersOn(appraisalIds));
  return endPapers(tx, { ...ended, numbers: holding.map(({ number }) => number) });
}

/** Status of a paper, for its holders. */
export const paperStatusOf = ({ ending }: Pick<PaperRecord, 'ending'>) =>
  ({
    state: !ending ? 'valid' : ending.kind === 'replaced' ? 'replaced' : 'void',
    endedAt: ending ? toTimestamp(ending.at) : '',
    endReason: ending?.reason ?? '',
    replacedBy: ending?.replacedBy ?? '',
  }) as const;

/** A paper for its donor. */
export const toReceipt = (paper: PaperRecord): Receipt => ({
  number: paper.number,
  kind: paper.kind,
  associateId: paper.associateId,
  associateName: paper.stated.name,
  appraisalIds: paper.lines.map(({ appraisalId }) => appraisalId),
  year: paper.year,
  amountYen: paper.amountYen,
  donorName: paper.donorName,
  issuedAt: toTimestamp(paper.issuedAt),
  replaces: paper.replaces,
  ...paperStatusOf(paper),
});
