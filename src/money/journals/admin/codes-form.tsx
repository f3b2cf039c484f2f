import { useState } from 'react';
import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { VersionChoice } from '#kit/forms/two-versions.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import type { Software } from '#money/journals/journal.ts';
import {
  type JournalCode,
  JournalCodes,
  type KeptJournalCodes,
} from '#money/journals/journal-codes.ts';
import { ledgerAccounts } from '#money/ledger/accounts.ts';

const inWords = ({ accountName, subAccountName, taxCode }: JournalCode) =>
  [accountName, subAccountName, taxCode].filter((part) => part !== '').join('／');

/** The code of each ledger account in an accounting program; on a conflict the second editor sees both versions. */
export function CodesForm({
  software,
  kept,
  onSaved,
}: {
  software: Software;
  kept: KeptJournalCodes;
  onSaved: () => void;
}) {
  const path = `/api/office/journals/codes/${software}`;
  const form = useForm({ schema: JournalCodes, initial: { codes: kept.codes } });
  const [newer, setNewer] = useState<KeptJournalCodes>();
  const saving = useSubmission(
    (body: JournalCodes) =>
      api<KeptJournalCodes>(path, { body, ifMatch: `"${(newer ?? kept).version}"` }),
    {
      form,
      onDone() {
        showToast('科目と税区分を保存しました。次の書き出しから使います。');
        onSaved();
      },
    },
  );
  async function save(codes: JournalCodes) {
    const outcome = await saving.send(codes);
    if (outcome?.kind !== 'refused' || outcome.type !== 'Conflict') return;
    setNewer(await api<KeptJournalCodes>(path).catch(() => undefined));
  }
  return (
    <Form form={form} onSubmit={form.submit(save)} className="grid gap-4">
      <ErrorSummary form={form} />
      {newer && (
        <VersionChoice
          fields={form.values.codes.map((code, index) => ({
            label: ledgerAccounts[code.accountCode].name,
            mine: inWords(code),
            stored: inWords(newer.codes[index] ?? code),
          }))}
          isPending={saving.isPending}
          onKeepStored={onSaved}
        />
      )}
      {kept.codes.map(({ accountCode }, index) => (
        <fieldset key={accountCode} className="border-t border-dashed border-line pt-3">
          <legend className="pr-3 text-sm font-bold">{ledgerAccounts[accountCode].name}</legend>
          <div className="grid gap-3 narrow:grid-cols-3">
            <TextField
              form={form}
              path={`codes.${index}.accountName`}
              label="勘定科目"
              required
              maxLength={24}
            />
            <TextField
              form={form}
              path={`codes.${index}.subAccountName`}
              label="補助科目"
              optional
              maxLength={24}
            />
            <TextField
              form={form}
              path={`codes.${index}.taxCode`}
              label="税区分"
              required
              maxLength={24}
            />
          </div>
        </fieldset>
      ))}
      <SubmitError message={newer ? undefined : saving.message} />
      {!newer && (
        <p>
          <Button type="submit" isBusy={saving.isPending}>
            保存する
          </Button>
        </p>
      )}
    </Form>
  );
}
