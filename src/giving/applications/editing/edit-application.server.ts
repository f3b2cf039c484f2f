import { and, eq, isNotNull, isNull, max } from 'drizzle-orm';
import { currentOffer } from '#giving/acceptance/acceptance.server.ts';
import type { Offer } from '#giving/acceptance/acceptance.ts';
import { acceptanceProblems } from '#giving/acceptance/acceptance-problems.ts';
import type { ApplicationEdit, EditedApplication } from '#giving/applications/application-edit.ts';
import type { ApplicationRow, Row } from '#giving/applications/application-row.server.ts';
import type { ApplicationState } from '#giving/applications/application-state.ts';
import {
  applicationChanges,
  applicationEvents,
  applications,
} from '#giving/applications/application-tables.server.ts';
import { findTarget } from '#giving/applications/apply.server.ts';
import { mailChanged } from '#giving/applications/donor-mails.server.ts';
import {
  type Changes,
  changedLabels,
  type EditedValue,
  type EditPart,
  editablePartsOf,
  mustNotifyDonor,
} from '#giving/applications/edited-fields.ts';
import type { ProductKind } from '#giving/applications/goods.ts';
import { staleWithChanges } from '#giving/applications/steps/since-then.server.ts';
import { lockApplications } from '#giving/applications/steps/take-step.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { type FieldError, notFound, refuse } from '#kit/errors/refusal.ts';
import { formErrorTitle } from '#kit/http/error-table.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { addressOf } from '#people/accounts/account.ts';
import { waitingResults } from '#warehouse/appraisals/appraisal-tables.server.ts';
import { boxes } from '#warehouse/kits/kit-tables.server.ts';
import { redirectMails } from './renew-links.server.ts';

const columns = [
  'kind',
  'associateId',
  'socialChallengeId',
  'products',
  'boxes',
  'frequency',
  'needReceipt',
  'needsKit',
  'birth',
  'occupation',
  'deliveryDate',
  'deliverySlot',
  'lastName',
  'firstName',
  'lastNameKana',
  'firstNameKana',
  'email',
  'tel',
  'zipcode',
  'prefecture',
  'line1',
  'line2',
  'building',
] as const satisfies readonly (keyof Row)[];

/** Columns that an edit may set, with their new values. */
type EditedColumns = Pick<Row, (typeof columns)[number]>;

/** Applies an edit to an application's columns; unnamed fields stay. */
function applyEdit(
  row: ApplicationRow,
  { applicant, applicantAddress, application }: ApplicationEdit,
): EditedColumns {
  const before = Object.fromEntries(
    columns.map((column) => [column, row[column]]),
  ) as EditedColumns;
  return {
    ...before,
    ...applicant,
    ...(applicantAddress && addressOf(applicantAddress)),
    ...(application && goodsOf(row, application)),
  };
}

function goodsOf(row: ApplicationRow, goods: NonNullable<ApplicationEdit['application']>) {
  const { frequency, boxes, needReceipt, deliveryDate, deliverySlot } = goods;
  const isFund = goods.kind === 'fund';
  const { needsKit = row.needsKit } = goods;
  const wishedDay = deliveryDate ?? row.deliveryDate;
  return {
    kind: goods.kind,
    associateId: isFund ? null : goods.associateId,
    socialChallengeId: isFund ? goods.socialChallengeId : null,
    birth: isFund ? goods.birth : null,
    occupation: isFund ? goods.occupation : '',
    products: [...new Set(goods.products)],
    needReceipt: !isFund && needReceipt,
    frequency,
    boxes,
    needsKit,
    // Without a kit there is no delivery day.
    deliveryDate: needsKit ? wishedDay || null : null,
    deliverySlot: needsKit ? (deliverySlot ?? row.deliverySlot) : '',
  };
}

/** Fields that differ, each with its old and new value. */
function changesOf(
  row: ApplicationRow,
  after: EditedColumns & { targetName?: string },
): Record<string, [EditedValue, EditedValue]> {
  const isSame = (one: EditedValue, other: EditedValue) =>
    Array.isArray(one) && Array.isArray(other)
      ? [...one].sort().join() === [...other].sort().join()
      : one === other;
  const names = [...columns, ...(after.targetName === undefined ? [] : ['targetName' as const])];
  return Object.fromEntries(
    names.flatMap((name) => {
      const [one, other] = [row[name] as EditedValue, (after[name] ?? null) as EditedValue];
      return isSame(one, other) ? [] : [[name, [one, other]]];
    }),
  ) satisfies Changes;
}

/** Problems of an edit by today's rules; values accepted earlier may stay. */
function editProblems(
  row: ApplicationRow,
  edited: EditedColumns,
  offer: Offer,
  today: string,
): FieldError[] {
  const changed = changesOf(row, edited);
  const { kind, products, boxes, deliveryDate, birth } = edited;
  const isMoved = 'prefecture' in changed || 'zipcode' in changed;
  return acceptanceProblems(
    {
      application: {
        ...('kind' in changed && { kind: kind as 'direct' | 'fund' }),
        products: (products as ProductKind[]).filter((one) => !row.products.includes(one)),
        needsKit: edited.needsKit,
        ...(boxes > row.boxes && { boxes }),
        ...('deliveryDate' in changed && { deliveryDate: deliveryDate ?? '' }),
        ...('birth' in changed && birth !== null && { birth }),
      },
      ...(isMoved && { applicantAddress: edited }),
    },
    offer,
    today,
  );
}

const invalidEdit = (errors: FieldError[]) =>
  refuse('ValidationError', errors[0]?.message ?? '', { title: formErrorTitle, errors });

const erased = () => refuse('Conflict', '個人データを消去したお申し込みは、編集できません。');
const tooLate = (part: EditPart) =>
  refuse(
    'Conflict',
    part === 'delivery'
      ? '箱をお送りしたあとは、お届け希望日とお届け時間帯は変えられません。'
      : '査定が始まったあと、または終わったお申し込みの、お品物と寄付先は変えられません。',
  );

/** Stores the differences and notifies the donor; idempotent. */
export async function editApplication(
  ctx: Context,
  operator: Person,
  { appraisalId, version }: { appraisalId: string; version: number },
  edit: ApplicationEdit,
): Promise<EditedApplication> {
  const { db, clock } = ctx;
  const offer = await currentOffer(ctx);
  return transaction(db, async (tx) => {
    const [row] = await lockApplications(tx, eq(applications.appraisalId, appraisalId));
    if (!row) throw notFound('申込番号のお申し込み');
    const at = clock();
    if (row.version !== version) throw await staleWithChanges(tx, row, version, at);
    if (row.email === '') throw erased();
    const edited = applyEdit(row, edit);
    const targetName = await newTargetName(tx, row, edit, ctx);
    const changes = changesOf(row, { ...edited, targetName });
    if (Object.keys(changes).length === 0) return { appraisalId, version, isTold: false };
    await demandEditable(tx, row, edited, { offer, today: jstDay(at), edit });
    const linkGeneration = row.linkGeneration + (edited.email === row.email ? 0 : 1);
    const [stored] = await tx
      .update(applications)
      .set({ ...edited, linkGeneration, version: version + 1 })
      .where(and(eq(applications.appraisalId, appraisalId), eq(applications.version, version)))
      .returning();
    if (!stored) throw await staleWithChanges(tx, row, version, at);
    const doer = { doneBy: 'operator', actorUid: operator.uid };
    const { state } = row;
    const event = { appraisalId, fromState: state, toState: state, ...doer, at };
    await tx.insert(applicationEvents).values(event);
    const change = { appraisalId, changedBy: operator.uid, changes, reason: edit.reason, at };
    await tx.insert(applicationChanges).values(change);
    await audit(tx, operator, 'applications.edit', ['application', appraisalId], {
      at,
      parts: changedLabels(changes),
      reason: edit.reason,
    });
    const isTold = edit.tellsDonor || mustNotifyDonor(changes);
    const after = { ...stored, targetName };
    if (stored.email !== row.email) await redirectMails(tx, stored, row.email, ctx);
    if (isTold) await mailChanged(tx, { before: row, after, changes }, ctx);
    return { appraisalId, version: stored.version, isTold };
  });
}

/** Name of the recipient after the edit; refuses one that takes no gifts. */
async function newTargetName(
  tx: Transaction,
  row: ApplicationRow,
  { application }: ApplicationEdit,
  dependencies: Context,
): Promise<string> {
  if (!application) return row.targetName;
  const id = application.kind === 'fund' ? application.socialChallengeId : application.associateId;
  const before = row.kind === 'fund' ? row.socialChallengeId : row.associateId;
  const isSame = application.kind === row.kind && id === before;
  return isSame ? row.targetName : findTarget(tx, application, dependencies);
}

type Rules = { offer: Offer; today: string; edit: ApplicationEdit };

/**
 * Refuses fields that may not change in this state, values not accepted, and changes that other services already rely
 * on.
 */
async function demandEditable(
  tx: Transaction,
  row: ApplicationRow,
  edited: EditedColumns,
  { offer, today, edit }: Rules,
): Promise<void> {
  const changed = changesOf(row, edited);
  const parts = editablePartsOf[row.state as ApplicationState];
  const hasDelivery = ['needsKit', 'deliveryDate', 'deliverySlot'].some((one) => one in changed);
  if (hasDelivery && !parts.includes('delivery')) throw tooLate('delivery');
  const goods = ['kind', 'associateId', 'socialChallengeId', 'products', 'boxes', 'needReceipt'];
  const barred = [
    ...(parts.includes('goods') ? [] : [...goods, 'frequency']),
    ...(parts.includes('seller') ? [] : ['birth', 'occupation']),
  ];
  if (edit.application && barred.some((field) => field in changed)) throw tooLate('goods');
  const isRetargeted = ['kind', 'associateId', 'socialChallengeId'].some((one) => one in changed);
  if (isRetargeted && (await hasWaitingResult(tx, row))) {
    throw refuse(
      'Conflict',
      '査定の結果が確定を待っているため、寄付先は変えられません。先に、査定結果の画面でこの行を外してください。',
    );
  }
  const problems = editProblems(row, edited, offer, today);
  if (problems.length > 0) throw invalidEdit(problems);
  if ('boxes' in changed) await demandRoomForReceived(tx, row, edited.boxes);
}

async function hasWaitingResult(tx: Transaction, { appraisalId }: ApplicationRow) {
  const waits = and(
    eq(waitingResults.appraisalId, appraisalId),
    isNull(waitingResults.takenOutAt),
    isNull(waitingResults.releasedAt),
  );
  return (await tx.$count(waitingResults, waits)) > 0;
}

async function demandRoomForReceived(
  tx: Transaction,
  { appraisalId }: ApplicationRow,
  count: number,
): Promise<void> {
  const [received] = await tx
    .select({ last: max(boxes.number) })
    .from(boxes)
    .where(
      and(
        eq(boxes.appraisalId, appraisalId),
        eq(boxes.isExtra, false),
        isNotNull(boxes.receivedAt),
      ),
    );
  if ((received?.last ?? 0) > count) {
    const message = `すでに${received?.last}箱目が届いています。それより少なくはできません。`;
    throw invalidEdit([{ path: 'application.boxes', message }]);
  }
}
