import type { Offer } from '#giving/acceptance/acceptance.ts';
import { acceptanceProblems } from '#giving/acceptance/acceptance-problems.ts';
import type { ApplicationEdit } from '#giving/applications/application-edit.ts';
import type { ApplicationRow, Row } from '#giving/applications/application-row.server.ts';
import type { Changes, EditedValue } from '#giving/applications/edited-fields.ts';
import type { ProductKind } from '#giving/applications/goods.ts';
import { type FieldError, refuse } from '#kit/errors/refusal.ts';
import { formErrorTitle } from '#kit/http/error-table.server.ts';
import { addressOf } from '#people/accounts/account.ts';

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
export type EditedColumns = Pick<Row, (typeof columns)[number]>;

/** Applies an edit to an application's columns; unnamed fields stay. */
export function applyEdit(
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
export function changesOf(
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
export function editProblems(
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

export const invalidEdit = (errors: FieldError[]) =>
  refuse('ValidationError', errors[0]?.message ?? '', { title: formErrorTitle, errors });
