import * as z from 'zod/mini';
import { ErrorSummary } from '#app/forms/error-summary.tsx';
import { TextField } from '#app/forms/fields/text-field.tsx';
import { Form } from '#app/forms/form.tsx';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useForm } from '#app/forms/use-form.ts';
import { useSubmission } from '#app/forms/use-submission.ts';
import { apiResponse } from '#app/session/api.ts';
import { Button } from '#app/ui/button.tsx';
import { fileNameOf, saveFile } from '#app/ui/save-file.ts';
import { showToast } from '#app/ui/toast.tsx';
import { serviceDay } from '#domain/values/days/day-schema.ts';

const day = z.union([z.literal(''), serviceDay()], '日付を確認してください。');
const Days = z.object({ from: day, to: day });
type Days = z.infer<typeof Days>;

async function save(path: string, name: string) {
  const response = await apiResponse(path);
  saveFile(await response.blob(), fileNameOf(response, name));
}

/** Every posting as JSON Lines, and the schema of a line. */
export function LedgerDownload() {
  const form = useForm({ schema: Days, initial: { from: '', to: '' } });
  const saving = useSubmission(
    ({ from, to }: Days) => {
      const query = new URLSearchParams({ ...(from && { from }), ...(to && { to }) });
      return save(`/api/office/ledger/export.jsonl?${query}`, 'ledger.jsonl');
    },
    { form, onDone: () => showToast('すべての記帳を保存しました。') },
  );
  const schema = useSubmission(() =>
    save('/api/office/ledger/export.schema.json', 'export.schema.json'),
  );
  return (
    <Form form={form} onSubmit={form.submit(saving.send)} className="grid gap-4">
      <p className="max-w-narrow text-sm text-ink-2">
        1行に1件の記帳を、JSONで書き出します。最後の行は件数と合計です。最後の行がないファイルは、途中で切れています。
      </p>
      <ErrorSummary form={form} />
      <div className="grid gap-4 narrow:grid-cols-2">
        <TextField form={form} path="from" label="この日から" type="date" optional />
        <TextField form={form} path="to" label="この日まで" type="date" optional />
      </div>
      <SubmitError message={saving.message ?? schema.message} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="small" isBusy={saving.isPending}>
          すべての記帳を書き出す
        </Button>
        <Button
          variant="outline"
          size="small"
          isBusy={schema.isPending}
          onClick={() => schema.send(undefined)}
        >
          行の形（スキーマ）を保存する
        </Button>
      </div>
    </Form>
  );
}
