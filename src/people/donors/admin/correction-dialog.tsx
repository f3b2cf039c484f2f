import { useState } from 'react';
import * as z from 'zod/mini';
import { apiResponse } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { AddressFields } from '#kit/forms/fields/address-fields.tsx';
import { NameFields } from '#kit/forms/fields/name-fields.tsx';
import { PhoneField } from '#kit/forms/fields/phone-field.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { type ComparedField, VersionChoice } from '#kit/forms/two-versions.tsx';
import { type FormFields, useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { showToast } from '#kit/ui/toast.tsx';
import { formatPhone, Phone } from '#kit/values/phone.ts';
import { formatPostalCode } from '#kit/values/postal-code.ts';
import { type Account, Names, SentAddress } from '#people/accounts/account.ts';
import {
  type CorrectedPart,
  type Correction,
  correctedPartLabels,
  Reasoned,
} from '#people/donors/donor-changes.ts';

type Versioned = { account: Account; etag: string };

/** The target of a correction: an account, or an application that has not been sent. */
export type Correctable = Versioned & {
  path: string;
  /** Loads the stored version after a conflict. */
  load: () => Promise<Versioned>;
};

const { reason } = Reasoned.shape;
const schemas = {
  names: z.object({ names: Names, reason }),
  tel: z.object({ tel: Phone, reason }),
  address: z.object({ address: SentAddress, reason }),
};

/** The parts of an account as form values. */
const valuesOf = ({ names, tel, address }: Account) => ({
  names,
  tel: formatPhone(tel),
  address: {
    ...address,
    zipcode: formatPostalCode(address.zipcode).replace('〒', ''),
    isAddressConfirmed: false,
  },
});
type CorrectionValues = ReturnType<typeof valuesOf> & { reason: string };

const labels = {
  names: [
    ['lastName', '姓'],
    ['firstName', '名'],
    ['lastNameKana', '姓（ふりがな）'],
    ['firstNameKana', '名（ふりがな）'],
  ],
  address: [
    ['zipcode', '郵便番号'],
    ['prefecture', '都道府県'],
    ['line1', '市区町村・町名'],
    ['line2', '番地'],
    ['building', '建物名・部屋番号'],
  ],
} as const;

function comparedFields(
  part: CorrectedPart,
  mine: Omit<CorrectionValues, 'reason'>,
  account: Account,
): ComparedField[] {
  const stored = valuesOf(account);
  if (part === 'tel') return [{ label: '電話番号', mine: mine.tel, stored: stored.tel }];
  if (part === 'names') {
    return labels.names.map(([field, label]) => ({
      label,
      mine: mine.names[field],
      stored: stored.names[field],
    }));
  }
  return labels.address.map(([field, label]) => ({
    label,
    mine: mine.address[field],
    stored: stored.address[field],
  }));
}

const isSame = (part: CorrectedPart, one: Account, other: Account) =>
  JSON.stringify(one[part]) === JSON.stringify(other[part]);

/** The form of the corrected part in a dialog; closed while `part` is undefined. */
export function CorrectionDialog({
  part,
  correctable,
  onClose,
  onDone,
}: {
  part: CorrectedPart | undefined;
  correctable: Correctable;
  onClose: () => void;
  onDone: () => void;
}) {
  // Keeps the closed form on the screen while the dialog fades.
  const [shown, setShown] = useState(part);
  if (part && part !== shown) setShown(part);
  return (
    <Dialog
      isOpen={part !== undefined}
      title={shown ? `${correctedPartLabels[shown]}を直す` : ''}
      shape="wide"
      onClose={onClose}
      onClosed={() => setShown(undefined)}
    >
      {shown && <CorrectionForm part={shown} correctable={correctable} onDone={onDone} />}
    </Dialog>
  );
}

/** Sends a correction; after a conflict, `newer` holds the stored version. */
function useCorrection(
  part: CorrectedPart,
  correctable: Correctable,
  form: Parameters<typeof useSubmission>[1] extends infer Options | undefined
    ? NonNullable<Extract<Options, { form?: unknown }>['form']>
    : never,
  onDone: () => void,
) {
  const [newer, setNewer] = useState<Versioned>();
  const submission = useSubmission(
    ({ body, etag }: { body: Correction; etag: string }) =>
      apiResponse(correctable.path, { body, ifMatch: etag }),
    {
      form,
      onDone() {
        showToast('直しました。ご本人にメールでお知らせします。');
        onDone();
      },
    },
  );
  async function send(body: Correction, etag = (newer ?? correctable).etag): Promise<void> {
    const outcome = await submission.send({ body, etag });
    if (outcome?.kind !== 'refused' || outcome.type !== 'Conflict') return;
    const latest = await correctable.load().catch(() => undefined);
    if (!latest || latest.etag === etag) return;
    // Only another part changed, so there is nothing to choose.
    if (isSame(part, latest.account, (newer ?? correctable).account)) {
      return send(body, latest.etag);
    }
    setNewer(latest);
  }
  return { newer, send, submission };
}

function CorrectionForm({
  part,
  correctable,
  onDone,
}: {
  part: CorrectedPart;
  correctable: Correctable;
  onDone: () => void;
}) {
  const form = useForm<CorrectionValues, Correction>({
    schema: schemas[part],
    initial: { ...valuesOf(correctable.account), reason: '' },
    onInvalid: showMessage,
  });
  const { newer, send, submission } = useCorrection(part, correctable, form, onDone);
  return (
    <Form form={form} onSubmit={form.submit((body) => send(body))} className="space-y-6">
      <p className="text-sm text-ink-2">
        ご本人であることを、お名前・ご住所・申込番号などで確かめてから直してください。直したことはご本人にメールでお知らせします（内容は書きません）。
      </p>
      <ErrorSummary form={form} />
      {newer && (
        <VersionChoice
          fields={comparedFields(part, form.values, newer.account)}
          isPending={submission.isPending}
          onKeepStored={onDone}
        />
      )}
      <PartFields part={part} form={form} />
      <ReasonField form={form} />
      <SubmitError message={newer ? undefined : submission.message} />
      {!newer && (
        <Button type="submit" className="w-full" isBusy={submission.isPending}>
          {submission.isPending ? '保存しています' : '直して知らせる'}
        </Button>
      )}
    </Form>
  );
}

function PartFields({ part, form }: { part: CorrectedPart; form: FormFields }) {
  if (part === 'names') return <NameFields form={form} prefix="names" />;
  if (part === 'tel') return <PhoneField form={form} path="tel" required />;
  return <AddressFields form={form} prefix="address" />;
}

/** The reason, for the audit log. */
export function ReasonField({ form }: { form: FormFields }) {
  return (
    <TextField
      form={form}
      path="reason"
      label="理由"
      required
      help="操作の記録に残ります。お名前やご住所は書かないでください（例：お電話でのお申し出）"
      autoComplete="off"
    />
  );
}
