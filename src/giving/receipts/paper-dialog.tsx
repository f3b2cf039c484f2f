import * as z from 'zod/mini';
import { giverListNotice } from '#giving/giver-lists/giver-list.ts';
import { send } from '#kit/client/send.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { AddressFields } from '#kit/forms/fields/address-fields.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { showToast } from '#kit/ui/toast.tsx';
import { formatPostalCode } from '#kit/values/postal-code.ts';
import type { OwnReceipts, PaperSubject } from './own-receipts.ts';
import { type Receipt, ReceiptDonor } from './receipt.ts';

type Task =
  | { kind: 'issue'; subject: PaperSubject; holding: readonly Receipt[] }
  | { kind: 'correct'; receipt: Receipt };
type Props = Pick<OwnReceipts, 'account'> & {
  task: Task;
  onClose: () => void;
  onIssued: (receipt: Receipt) => void;
};

/** Asks for the name and address on a receipt, lists the receipts that it would replace, and issues it. */
export function PaperDialog({ isOpen, ...props }: Props & { isOpen: boolean }) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={props.onClose}
      title={props.task.kind === 'issue' ? '受領証明書を発行する' : 'お名前・ご住所の訂正'}
    >
      <PaperForm {...props} />
    </Dialog>
  );
}

const Asked = z.object({ donor: ReceiptDonor });

function PaperForm({ task, account, onClose, onIssued }: Props) {
  const { names, address } = account;
  const zipcode = formatPostalCode(address.zipcode).replace('〒', '');
  const form = useForm({
    schema: Asked,
    initial: {
      donor: {
        lastName: names.lastName,
        firstName: names.firstName,
        address: { ...address, zipcode, isAddressConfirmed: false },
      },
    },
    onInvalid: showMessage,
  });
  const submission = useSubmission(({ donor }: z.infer<typeof Asked>) => issue(task, donor), {
    form,
    onDone(issued) {
      onClose();
      onIssued(issued);
      showToast(
        task.kind === 'issue'
          ? '受領証明書を発行しました。'
          : 'お名前・ご住所を訂正した証明書を発行しました。',
      );
    },
  });
  return (
    <Form form={form} className="grid gap-6" onSubmit={form.submit(submission.send)}>
      <ErrorSummary form={form} />
      <ReplacedReceipts task={task} />
      <p className="text-sm text-ink-2">
        証明書に載るお名前とご住所です。確定申告をされる方のものをご入力ください。ご登録の内容は変わりません。
      </p>
      <p className="text-sm text-ink-2">{giverListNotice}</p>
      <div className="grid grid-cols-2 gap-x-4 gap-y-6">
        <TextField
          form={form}
          path="donor.lastName"
          label="姓"
          required
          autoComplete="family-name"
        />
        <TextField
          form={form}
          path="donor.firstName"
          label="名"
          required
          autoComplete="given-name"
        />
      </div>
      <AddressFields form={form} prefix="donor.address" />
      <FormButtons submission={submission} onCancel={onClose}>
        {task.kind === 'issue' ? '発行する' : '訂正して発行する'}
      </FormButtons>
    </Form>
  );
}

function issue(task: Task, donor: ReceiptDonor): Promise<Receipt> {
  if (task.kind === 'correct') {
    const { number } = task.receipt;
    return send('POST /api/users/receipts/:number/reissue', {
      params: { number },
      body: { donor },
    });
  }
  const replaces = task.holding.map(({ number }) => number);
  return send('POST /api/users/receipts', { body: { ...task.subject, donor, replaces } });
}

/** The receipts that this one would end, shown before the decision. */
function ReplacedReceipts({ task }: { task: Task }) {
  const ending = task.kind === 'issue' ? task.holding : [task.receipt];
  if (ending.length === 0) return null;
  const others =
    task.kind === 'issue' && task.subject.kind === 'donation'
      ? ending.reduce((sum, { appraisalIds }) => sum + appraisalIds.length - 1, 0)
      : 0;
  return (
    <div className="rounded-tile border-2 border-honey bg-honey-soft px-4 py-3 [word-break:auto-phrase]">
      <p>
        いま有効な証明書（番号 {ending.map(({ number }) => number).join('、')}
        ）は、新しい証明書に替わり、無効になります。もとに戻すことはできません。
      </p>
      {others > 0 && (
        <p className="mt-2">
          一年分の証明書にあるほかの寄付（{others}
          件）は、証明書のない状態になります。必要なときは、改めて発行してください。
        </p>
      )}
      <p className="mt-2">無効になる証明書をすでに提出された方は、提出先にお伝えください。</p>
    </div>
  );
}
