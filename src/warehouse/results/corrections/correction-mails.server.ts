import { sql } from 'drizzle-orm';
import { issueTokens, statusUrl } from '#giving/applications/application-tokens.server.ts';
import { readGiftsOfResults } from '#giving/donations/gift-sums.server.ts';
import { type PaperRecord, readPapers } from '#giving/receipts/paper-record.server.ts';
import { receipts } from '#giving/receipts/receipt-tables.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { writeMail } from '#people/mail/outbox.server.ts';
import type { AppraisalOutcome } from '#warehouse/results/appraisal-result.ts';
import type { findApplications } from '#warehouse/results/check-rows.server.ts';
import { mailResults, resultKinds } from '#warehouse/results/result-mails.server.ts';
import { resultWords, takenBackReason } from '#warehouse/results/result-words.ts';
import type { Replacement, Result } from './replace-result.server.ts';

type Applied = Awaited<ReturnType<typeof findApplications>>[number];
type MailDeps = Pick<Dependencies, 'clock' | 'publicUrl' | 'secret' | 'mailDelayMinutes'>;
type CorrectionInput = {
  application: Applied;
  /** Current result, then those it replaced, the latest first. */
  results: readonly Result[];
  replacement: Replacement;
  reason: string;
};

/**
 * Mails only the donor: about the correction if they know of the earlier result, about the current result if not, and
 * nothing if it is the one they know.
 */
export async function mailCorrection(
  tx: Transaction,
  { application, results, replacement, reason }: CorrectionInput,
  dependencies: MailDeps,
): Promise<void> {
  const [now, ...earlier] = results;
  if (!now) return;
  const known = await knownResult(tx, application.appraisalId, earlier);
  const outcome = now.outcome as AppraisalOutcome;
  const { id, isOnHold } = replacement;
  if (known === undefined) {
    const result = { outcome, donationYen: now.donationYen };
    await mailResults(tx, [{ id, result, isOnHold, application }], dependencies);
    return;
  }
  const words = (one: Result) => resultWords({ ...one, outcome: one.outcome as AppraisalOutcome });
  const isSame = words(known) === words(now);
  // An identity check begun or ended by the correction is news, unless the known result is back.
  const isBack = reason === takenBackReason && known === earlier[1];
  const wasOnHold = application.state === 'appraised' && !isBack;
  const isHoldUnchanged = isBack || isOnHold === wasOnHold;
  const unannouncedResults = [now, ...earlier.slice(0, earlier.indexOf(known))];
  const papers = await papersOf(tx, application.appraisalId, unannouncedResults);
  if (isSame && isHoldUnchanged && papers.ended.length === 0) return;
  const { appraisalId, uid, email, lastName, firstName, targetName } = application;
  await issueTokens(tx, dependencies, 'status', [application]);
  await writeMail(
    tx,
    {
      kind: 'result-corrected',
      dedupeKey: `result-corrected:${id}`,
      to: email,
      uid: uid ?? undefined,
      appraisalId,
      waitsMinutes: dependencies.mailDelayMinutes,
      data: {
        ...{ name: `${lastName} ${firstName}`, appraisalId, targetName },
        statusUrl: statusUrl(dependencies, application),
        gift: (await readGiftsOfResults(tx, [id])).get(id),
        ...{ before: words(known), after: words(now), reason },
        notes: [
          ...(isSame ? [`査定の結果は、お知らせした「${words(now)}」のままです。`] : []),
          ...notesOf(replacement, papers, wasOnHold),
        ],
      },
    },
    dependencies,
  );
}

function notesOf({ isOnHold, pledge }: Replacement, papers: Papers, wasOnHold: boolean): string[] {
  return [
    ...(wasOnHold && !isOnHold ? ['本人確認のお手続きは、必要なくなりました。'] : []),
    ...(isOnHold
      ? ['法律により、寄付の前に本人確認が必要になりました。次のページからお手続きをお願いします。']
      : []),
    ...papersNote(papers),
    ...(pledge === 'withheld'
      ? ['もとになった寄付がなくなったため、#mypledgeの公開を止めました。']
      : []),
    ...(pledge === 'shown' ? ['#mypledgeを、もう一度公開しました。'] : []),
  ];
}

/** Papers of the donor that are no longer valid, and those that replace them. */
type Papers = { ended: string[]; issued: string[] };

/** Effects of unannounced corrections on a gift's papers, without papers issued and ended in between. */
async function papersOf(
  tx: Transaction,
  appraisalId: string,
  untold: readonly Result[],
): Promise<Papers> {
  const moments = new Set(untold.map(({ createdAt }) => createdAt.getTime()));
  const all = await readPapers(
    tx,
    sql`${receipts.number} in (select receipt_number from receipt_gifts where appraisal_id = ${appraisalId})`,
  );
  const wasIssued = ({ issuedAt, issuedBy }: PaperRecord) =>
    issuedBy !== null && moments.has(issuedAt.getTime());
  const numbers = (papers: readonly PaperRecord[]) => papers.map(({ number }) => number).toSorted();
  const ended = all.filter(
    (paper) => !wasIssued(paper) && paper.ending && moments.has(paper.ending.at.getTime()),
  );
  return {
    ended: numbers(ended),
    issued: numbers(all.filter((paper) => wasIssued(paper) && !paper.ending)),
  };
}

function papersNote({ ended, issued }: Papers): string[] {
  if (ended.length === 0) return [];
  const endedText = `受領証明書${ended.join('、')}は、お使いいただけなくなりました。`;
  if (issued.length === 0) return [endedText];
  return [
    `${endedText}代わりに${issued.join('、')}を発行しました。マイページの「受領証明書」からお受け取りください。`,
  ];
}

type Unsent = { key: string; kind: string; mayHaveLeft: boolean };

/** Last result announced to the donor, after deleting unsent mails about results; undefined if none was. */
async function knownResult(
  tx: Transaction,
  appraisalId: string,
  earlier: readonly Result[],
): Promise<Result | undefined> {
  const kinds = [...resultKinds, 'result-corrected'];
  const ofKinds = sql`kind in (select json_array_elements_text(${JSON.stringify(kinds)}::json))`;
  const { rows: unsent } = await tx.execute<Unsent>(sql`
    delete from outbox_mails
    where appraisal_id = ${appraisalId} and state <> 'sent' and ${ofKinds}
    returning dedupe_key as key, kind,
      state = 'waiting' and attempts > 0 as "mayHaveLeft"`);
  const { rows: sent } = await tx.execute<{ key: string }>(sql`
    select dedupe_key as key from outbox_mails
    where appraisal_id = ${appraisalId} and state = 'sent' and ${ofKinds}`);
  const left = [...sent, ...unsent.filter(({ mayHaveLeft }) => mayHaveLeft)].map(({ key }) => key);
  const announcedResult = earlier.find(({ id }) => left.some((key) => key.endsWith(`:${id}`)));
  if (announcedResult) return announcedResult;
  if (unsent.some(({ kind }) => kind !== 'result-corrected')) return undefined;
  const first = earlier.at(-1);
  if (!first) return undefined;
  const { rows } = await tx.execute<{ mailsDue: boolean }>(sql`
    select mails_due as "mailsDue" from result_batches where id = ${first.batchId}`);
  // Sent mails are deleted in time, so their absence means unannounced only while the batch is still being announced.
  return rows[0]?.mailsDue ? undefined : first;
}
