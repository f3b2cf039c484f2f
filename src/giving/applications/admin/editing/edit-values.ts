import * as z from 'zod/mini';
import {
  emptyPhoneApplication,
  type PhoneValues,
} from '#giving/applications/admin/phone-values.ts';
import type { AdminApplicationDetail } from '#giving/applications/admin-application.ts';
import { DirectApplication, FundApplication } from '#giving/applications/application.ts';
import { ApplicationEdit, type RecordedChange } from '#giving/applications/application-edit.ts';
import {
  type Changes,
  changeLines,
  type EditedValue,
  editablePartsOf,
} from '#giving/applications/edited-fields.ts';
import { asFormAddress } from '#giving/applications/form/application-values.ts';
import { formatPhone } from '#kit/values/phone.ts';
import { Applicant, SentAddress } from '#people/accounts/account.ts';

/** The editor's values: those of the form, the reason, and whether the donor is notified. */
export type EditValues = PhoneValues & { reason: string; tellsDonor: boolean };

/** The stored application as form values. */
export function editValuesOf(detail: AdminApplicationDetail): EditValues {
  const { kind, status, names, email, tel, birth, occupation, targetName } = detail;
  const { products, boxes, frequency, needReceipt, needsKit, deliveryDate, deliverySlot } = status;
  const socialChallengeId =
    status.socialChallengeId as PhoneValues['application']['socialChallengeId'];
  return {
    ...emptyPhoneApplication,
    kind,
    associateId: status.associateId,
    associateName: kind === 'direct' ? targetName : '',
    application: {
      ...{
        socialChallengeId,
        products,
        boxes,
        frequency,
        needReceipt,
        needsKit,
        birth,
        occupation,
      },
      ...{ deliveryDate, deliverySlot, agreed: true },
    },
    applicant: { ...names, email, tel: formatPhone(tel) },
    applicantAddress: { ...asFormAddress(status.applicantAddress), isAddressConfirmed: false },
    reason: '',
    tellsDonor: true,
  };
}

/** The values with a recorded change reverted. */
export function revertChange(values: EditValues, { changes }: RecordedChange): EditValues {
  const before = Object.fromEntries(
    Object.entries(changes).map(([field, [earlier]]) => [field, earlier ?? '']),
  );
  const restored = <Part extends object>(part: Part): Part =>
    ({
      ...part,
      ...Object.fromEntries(Object.entries(before).filter(([field]) => field in part)),
    }) as Part;
  const { kind = values.kind, associateId = values.associateId } = before;
  const applicant = restored(values.applicant);
  return {
    ...values,
    kind: kind as EditValues['kind'],
    associateId: String(associateId),
    associateName: kind === 'direct' ? String(before.targetName ?? values.associateName) : '',
    application: restored(values.application),
    applicant: { ...applicant, tel: formatPhone(applicant.tel) },
    applicantAddress: asFormAddress(restored(values.applicantAddress)),
    reason: '以前の変更を元に戻すため',
  };
}

const { reason, tellsDonor } = ApplicationEdit.shape;
const contact = { applicant: Applicant, applicantAddress: SentAddress, reason, tellsDonor };
const { associateId: _id, kind: _direct, agreed: _yes, ...direct } = DirectApplication.shape;
const { kind: _fund, agreed: _agreed, ...fund } = FundApplication.shape;
const associateId = z.string().check(z.minLength(1, '寄付先の団体を選んでください。'));

const contactForm = z.object(contact);
const sellerForm = z.object({ ...contact, kind: z.literal('fund'), application: z.object(fund) });
const wholeForm = z.discriminatedUnion('kind', [
  z.object({
    ...contact,
    kind: z.literal('direct'),
    associateId,
    application: z.object(direct),
  }),
  sellerForm,
]);
export type EditOutput = z.infer<typeof contactForm> | z.infer<typeof wholeForm>;

/** Whether only the personal data that the law requires of sellers is editable, besides the contact. */
export const editsSellerOnly = ({
  state,
  kind,
}: Pick<AdminApplicationDetail, 'state' | 'kind'>) => {
  const parts = editablePartsOf[state];
  return kind === 'fund' && parts.includes('seller') && !parts.includes('goods');
};

export const editSchema = (detail: Pick<AdminApplicationDetail, 'state' | 'kind'>) => {
  if (editsSellerOnly(detail)) return sellerForm;
  return editablePartsOf[detail.state].includes('goods') ? wholeForm : contactForm;
};

/** The body of the request, limited to the parts that are editable in this state. */
export function editBody(
  { state }: Pick<AdminApplicationDetail, 'state'>,
  output: EditOutput,
): ApplicationEdit {
  const { applicant, applicantAddress } = output;
  const body = {
    ...{ applicant, applicantAddress },
    ...{ reason: output.reason, tellsDonor: output.tellsDonor },
  };
  if (!('kind' in output)) return body;
  const hasDelivery = editablePartsOf[state].includes('delivery');
  if (output.kind === 'fund') {
    const { deliveryDate, deliverySlot, ...goods } = output.application;
    const wished = hasDelivery ? { deliveryDate, deliverySlot } : {};
    return { ...body, application: { kind: 'fund', ...goods, ...wished } };
  }
  const { deliveryDate, deliverySlot, ...goods } = output.application;
  const wished = hasDelivery ? { deliveryDate, deliverySlot } : {};
  const { associateId: id } = output;
  return { ...body, application: { kind: 'direct', associateId: id, ...goods, ...wished } };
}

/** The form's values under the field names of recorded changes. */
function flattened({ kind, associateName, application, applicant, applicantAddress }: EditValues) {
  const { agreed: _, socialChallengeId, ...goods } = application;
  const { isAddressConfirmed: _no, ...address } = applicantAddress;
  const targetName = kind === 'direct' ? associateName : socialChallengeId;
  return { kind, targetName, ...goods, ...applicant, ...address } as Record<string, EditedValue>;
}

/** The fields where typed and stored values differ. */
export function compared(mine: EditValues, stored: EditValues) {
  const [ours, theirs] = [flattened(mine), flattened(stored)];
  const differing = Object.keys(ours).filter(
    (field) => JSON.stringify(ours[field]) !== JSON.stringify(theirs[field]),
  );
  const pairs: Changes = Object.fromEntries(
    differing.map((field) => [field, [ours[field] ?? '', theirs[field] ?? ''] as const]),
  );
  return changeLines(pairs).map(({ label, before, after }) => ({
    label,
    mine: before,
    stored: after,
  }));
}
