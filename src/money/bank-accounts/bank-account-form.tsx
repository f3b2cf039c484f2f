import { useState } from 'react';
import * as z from 'zod/mini';
import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { type ComparedField, VersionChoice } from '#kit/forms/two-versions.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import type { AskedApproval } from '#people/approvals/approval.ts';
import {
  BankAccountRequest,
  type BankAccountState,
  bankAccountKindLabels,
  bankAccountKinds,
} from './bank-account.ts';
import { BankChoiceField } from './bank-choice-field.tsx';
import { toBankKana } from './bank-kana.ts';

const { account, reason } = BankAccountRequest.shape;
const Entry = z.object({ account, reason });
type Entry = z.infer<typeof Entry>;
type HeldAccount = BankAccountState['account'];

const empty = { bankCode: '', branchCode: '', kind: 'ordinary', number: '', holder: '' };
const kinds = bankAccountKinds.map((kind) => ({ value: kind, label: bankAccountKindLabels[kind] }));

const banksPath = (typed: string) => `/api/office/banks?${new URLSearchParams({ name: typed })}`;
const branchesPath = (code: string) => (typed: string) =>
  `/api/office/banks/${code}/branches?${new URLSearchParams({ name: typed })}`;

/** Requests an account to replace `held`; it takes effect once a second person approves it. */
export function BankAccountForm({
  path,
  held,
  onCancel,
  onAsked,
}: {
  path: string;
  held: HeldAccount;
  onCancel: () => void;
  onAsked: (asked: AskedApproval) => void;
}) {
  const form = useForm({ schema: Entry, initial: { account: empty, reason: '' } });
  /** The account that was approved meanwhile, beside the typed one. */
  const [newer, setNewer] = useState<NonNullable<HeldAccount>>();
  const submission = useSubmission(
    (body: BankAccountRequest) => api<AskedApproval>(path, { body }),
    { form, onDone: onAsked },
  );

  async function send(entry: Entry) {
    const replaces = (newer ?? held)?.id ?? null;
    const outcome = await submission.send({ ...entry, replaces });
    if (outcome?.kind !== 'refused' || outcome.type !== 'Conflict') return;
    const latest = await api<BankAccountState>(path).catch(() => undefined);
    if (latest?.account && latest.account.id !== replaces) setNewer(latest.account);
  }

  return (
    <Form form={form} className="grid max-w-narrow gap-5" onSubmit={form.submit(send)}>
      <ErrorSummary form={form} />
      {newer && (
        <VersionChoice
          fields={comparedFields(form.values.account, newer)}
          isPending={submission.isPending}
          onKeepStored={onCancel}
        />
      )}
      <BankChoiceField
        form={form}
        path="account.bankCode"
        label="銀行"
        help="名前・よみ・番号の一部を入力して、一覧から選んでください。"
        pathOf={banksPath}
        onChoose={() => form.setValue('account.branchCode', '')}
      />
      {form.values.account.bankCode !== '' && (
        <BankChoiceField
          // Branches depend on the bank.
          key={form.values.account.bankCode}
          form={form}
          path="account.branchCode"
          label="支店"
          help="名前・よみ・番号の一部を入力して、一覧から選んでください。"
          pathOf={branchesPath(form.values.account.bankCode)}
        />
      )}
      <RadioCards
        form={form}
        path="account.kind"
        label="預金の種類"
        required
        choices={kinds}
        columns={3}
      />
      <TextField
        form={form}
        path="account.number"
        label="口座番号"
        required
        inputMode="numeric"
        autoComplete="off"
        help="7桁に足りないときは、先頭に0を補って登録します。"
      />
      <TextField
        form={form}
        path="account.holder"
        label="口座名義（カナ）"
        required
        autoComplete="off"
        tidy={toBankKana}
        help="通帳のカナ名義のとおりに入力してください。銀行の書き方（半角）に直します。"
      />
      <TextArea
        form={form}
        path="reason"
        label="理由"
        rows={2}
        maxLength={500}
        help="承認する人が読みます。どう確かめたかもお書きください。"
      />
      <SubmitError message={newer ? undefined : submission.message} />
      {!newer && (
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" size="small" onClick={onCancel}>
            やめる
          </Button>
          <Button type="submit" size="small" isBusy={submission.isPending}>
            {`口座の${held ? '変更' : '登録'}を依頼する`}
          </Button>
        </div>
      )}
    </Form>
  );
}

/** Compares the typed account with the one approved meanwhile. */
function comparedFields(mine: typeof empty, stored: NonNullable<HeldAccount>): ComparedField[] {
  const kindOf = (kind: string) => kinds.find(({ value }) => value === kind)?.label ?? '';
  return [
    { label: '銀行の番号', mine: mine.bankCode, stored: stored.bankCode },
    { label: '支店の番号', mine: mine.branchCode, stored: stored.branchCode },
    { label: '預金の種類', mine: kindOf(mine.kind), stored: kindOf(stored.kind) },
    { label: '口座番号', mine: mine.number, stored: stored.number },
    { label: '口座名義', mine: mine.holder, stored: stored.holder },
  ];
}
