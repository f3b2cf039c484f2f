import { createHash } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ApplicationRow } from '#giving/applications/application-row.server.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import { issueTokens, statusUrl } from '#giving/applications/application-tokens.server.ts';
import { lockApplications } from '#giving/applications/steps/take-step.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { writeMail } from '#people/mail/outbox.server.ts';
import { boxes } from '#warehouse/kits/kit-tables.server.ts';
import { markKitsSent } from '#warehouse/kits/mark-kits-sent.server.ts';
import {
  type CarrierAnswer,
  maxRemarks,
  maxUnknownWords,
  type RemarkKind,
  remarkKinds,
} from './carrier-answer.ts';
import { isTrouble, parcelStateLabels, troubleStates } from './carrier-words.ts';
import {
  type BoxChange,
  type Judged,
  judgeAnswer,
  namedIn,
  type SaidOfFile,
} from './judge-answer.server.ts';
import { endTrouble, noteTrouble } from './parcel-trouble.server.ts';
import { readParcels } from './parcels.server.ts';
import type { ReadAnswer } from './read-answer.server.ts';

type Mailing = Pick<Context, 'clock' | 'publicUrl' | 'secret' | 'mailDelayMinutes'>;

/**
 * Notifies a donor of slip numbers that came after the kit was marked as sent: in that mail if it is unsent, else in
 * one of its own. The same numbers are sent once.
 */
async function mailTracking(
  tx: Transaction,
  row: ApplicationRow,
  dependencies: Mailing,
): Promise<void> {
  const parcels = await readParcels(tx, row.appraisalId);
  if (parcels.length === 0) return;
  await issueTokens(tx, dependencies, 'status', [row]);
  const waiting = await takeBack(tx, row.appraisalId);
  const numbers = parcels.map(({ number, trackingNumber }) => `${number}:${trackingNumber}`);
  const numbersDigest = createHash('sha256')
    .update(numbers.join())
    .digest('base64url')
    .slice(0, 16);
  await writeMail(
    tx,
    {
      kind: waiting === undefined ? 'kit-tracking' : 'kit-sent',
      dedupeKey: waiting ?? `kit-tracking:${row.appraisalId}:${numbersDigest}`,
      to: row.email,
      uid: row.uid ?? undefined,
      appraisalId: row.appraisalId,
      waitsMinutes: dependencies.mailDelayMinutes,
      data: {
        name: `${row.lastName} ${row.firstName}`,
        appraisalId: row.appraisalId,
        targetName: row.targetName,
        statusUrl: statusUrl(dependencies, row),
        parcels,
      },
    },
    dependencies,
  );
}

/**
 * Deletes mails not tried yet: the one that the kit left, and one with outdated numbers. Returns the key of the
 * first.
 */
async function takeBack(tx: Transaction, appraisalId: string): Promise<string | undefined> {
  const mails = await tx
    .delete(outboxMails)
    .where(
      and(
        eq(outboxMails.appraisalId, appraisalId),
        inArray(outboxMails.kind, ['kit-sent', 'kit-tracking']),
        eq(outboxMails.state, 'waiting'),
        eq(outboxMails.attempts, 0),
      ),
    )
    .returning({ kind: outboxMails.kind, dedupeKey: outboxMails.dedupeKey });
  return mails.find(({ kind }) => kind === 'kit-sent')?.dedupeKey;
}

const readingLimitMs = 60_000;

type Readable = Exclude<ReadAnswer, { problem: string }>;

async function readAnswer({ threads }: Context, content: Uint8Array): Promise<Readable> {
  const limits = { limitMs: readingLimitMs, handsOver: true };
  const answer = await threads.run('readCarrierAnswer', content, limits);
  if ('problem' in answer) throw refuse('ValidationError', answer.problem);
  return answer;
}

/** Dry run of a file. Consumes its bytes. */
export async function tryAnswer(
  ctx: Context,
  content: Uint8Array,
  said: SaidOfFile,
): Promise<CarrierAnswer> {
  const answer = await readAnswer(ctx, content);
  const judged = await judgeAnswer(ctx.db, answer, said);
  const ids = [...new Set(judged.fresh.map(({ box }) => box.appraisalId))];
  const waiting =
    ids.length === 0
      ? 0
      : await ctx.db.$count(
          applications,
          and(
            inArray(applications.appraisalId, ids),
            eq(applications.state, 'applied'),
            eq(applications.needsKit, true),
          ),
        );
  return toAnswer(answer, judged, waiting);
}

/**
 * Records a file's data of the boxes, advances applications whose kits left, and notifies their donors, all in
 * one transaction. Idempotent.
 */
export async function importAnswer(
  ctx: Context,
  operator: Person,
  content: Uint8Array,
  said: SaidOfFile,
): Promise<CarrierAnswer> {
  const answer = await readAnswer(ctx, content);
  return transaction(ctx.db, async (tx) => {
    // Serialises files, so that the second sees what the first wrote.
    await lock(tx, 'carrier-answer');
    const named = inArray(applications.appraisalId, namedIn(answer.rows));
    const rows = await lockApplications(tx, named);
    // Under the locks, so that boxes moved by hand and dissolved batches are seen.
    const judged = await judgeAnswer(tx, answer, said);
    const [asked] = judged.unknownWords;
    if (asked) throw unknownWord(asked);
    const ids = [...new Set(judged.fresh.map(({ box }) => box.appraisalId))];
    await writeBoxes(tx, judged.fresh, ctx.clock());
    const sent = await notifyDonors(ctx, tx, operator, rows, judged.fresh);
    await applyTroubles(ctx, tx, operator, judged.fresh);
    if (judged.fresh.length > 0) {
      await audit(tx, operator, 'tracking.import', ['boxes', answer.layout], {
        at: ctx.clock(),
        ...{ rows: answer.rows.length, accepted: judged.fresh.length, ids },
        ...(said.meanings.length > 0 && { meanings: said.meanings }),
      });
    }
    return toAnswer(answer, judged, sent);
  });
}

/** The importer becomes the owner of parcels traced, lost or damaged, until they are found. */
async function applyTroubles(
  ctx: Context,
  tx: Transaction,
  operator: Person,
  changes: readonly BoxChange[],
): Promise<void> {
  for (const { box, kitState: state, ...now } of lastOfEach(changes)) {
    const known = { appraisalId: box.appraisalId, number: box.number, ...now };
    if (isTrouble(state)) {
      if (state === box.kitState) continue;
      await noteTrouble(tx, operator, { box: known, state }, ctx);
    } else if (isTrouble(box.kitState)) {
      const note = `運送会社のファイルで「${now.carrierWord || parcelStateLabels[state]}」となりました。`;
      await endTrouble(tx, operator, known, { ending: 'found', note, state }, ctx);
    }
  }
}

/** Advances applications whose kit was not marked as sent, and notifies the others of new numbers. */
async function notifyDonors(
  ctx: Context,
  tx: Transaction,
  operator: Person,
  rows: readonly ApplicationRow[],
  changes: readonly BoxChange[],
): Promise<number> {
  const isChanged = new Set(changes.map(({ box }) => box.appraisalId));
  const isNumbered = new Set(changes.filter(hasNewNumber).map(({ box }) => box.appraisalId));
  const leaving = rows.filter(
    ({ appraisalId, state, needsKit }) =>
      isChanged.has(appraisalId) && state === 'applied' && needsKit,
  );
  const { sent } = await markKitsSent(
    tx,
    operator,
    leaving.map(({ appraisalId }) => appraisalId),
    ctx,
  );
  for (const row of rows) {
    if (row.state === 'kit-sent' && isNumbered.has(row.appraisalId)) {
      await mailTracking(tx, row, ctx);
    }
  }
  return sent.length;
}

const hasNewNumber = ({ box, trackingNumber }: BoxChange) => box.trackingNumber !== trackingNumber;

/** Merges several changes of one box into one: from before the file to after it. */
function lastOfEach(changes: readonly BoxChange[]): BoxChange[] {
  const ends = new Map<string, BoxChange>();
  for (const change of changes) {
    const key = `${change.box.appraisalId} ${change.box.number}`;
    ends.set(key, { ...change, box: ends.get(key)?.box ?? change.box });
  }
  return [...ends.values()];
}

const unknownWord = ({ word, row }: { word: string; row: number }) =>
  refuse(
    'ValidationError',
    `${row}行めの配達状況「${word}」の意味がわかりません。意味を選んでから取り込んでください。`,
  );

/** One statement per box: a file has some hundreds. */
async function writeBoxes(tx: Transaction, changes: readonly BoxChange[], at: Date): Promise<void> {
  for (const { box, carrier, trackingNumber, kitState, carrierWord } of changes) {
    await tx
      .update(boxes)
      .set({
        carrier,
        trackingNumber,
        kitState,
        carrierWord,
        kitSentAt: box.kitSentAt ?? at,
        ...(kitState !== box.kitState && kitState !== 'sent' && { kitStateAt: at }),
        version: sql`${boxes.version} + 1`,
      })
      .where(and(eq(boxes.appraisalId, box.appraisalId), eq(boxes.number, box.number)));
  }
}

function toAnswer(
  { encoding, layout, columns, rows }: Readable,
  { fresh, known, remarks, unknownWords }: Judged,
  sentApplications: number,
): CarrierAnswer {
  const countOf = (kind: RemarkKind) => remarks.filter((one) => one.kind === kind).length;
  const turned = (state: string) =>
    fresh.filter(({ box, kitState }) => kitState === state && box.kitState !== state).length;
  return {
    encoding,
    layout,
    hasHeader: columns.hasHeader,
    boxColumn: columns.box + 1,
    slipColumn: columns.slip + 1,
    rows: rows.length,
    fresh: fresh.length,
    known,
    delivered: turned('delivered'),
    returned: turned('returned'),
    troubled: troubleStates.reduce((sum, state) => sum + turned(state), 0),
    unknownWords: unknownWords.slice(0, maxUnknownWords),
    sentApplications,
    remarkCounts: Object.fromEntries(
      remarkKinds.map((kind) => [kind, countOf(kind)]),
    ) as CarrierAnswer['remarkCounts'],
    remarks: remarks.toSorted((a, b) => a.row - b.row).slice(0, maxRemarks),
  };
}
