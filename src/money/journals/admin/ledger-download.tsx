import * as z from 'zod/mini';
import { apiResponse } from '#kit/client/api.ts';
import { useDownload } from '#kit/client/download/use-download.tsx';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { Button } from '#kit/ui/button.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { serviceDay } from '#kit/values/days/day-schema.ts';

const day = z.union([z.literal(''), serviceDay()], '日付を確認してください。');
const Days = z.object({ from: day, to: day });
type Days = z.infer<typeof Days>;

/** Downloads every posting as JSON Lines, and the schema of a line. */
export function LedgerDownload() {
  const form = useForm({ schema: Days, initial: { from: '', to: '' } });
  const saving = useDownload(
    ({ from, to }: Days, signal) => {
      const query = new URLSearchParams({ ...(from && { from }), ...(to && { to }) });
      return apiResponse(`/api/office/ledger/export.jsonl?${query}`, { signal });
    },
    {
      ...{ fileName: 'ledger.jsonl', form },
      onDone: () => showToast('すべての記帳を保存しました。'),
    },
  );
  const schema = useDownload(
    (_: undefined, signal) => apiResponse('/api/office/ledger/export.schema.json', { signal }),
    { fileName: 'export.schema.json' },
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
      {saving.progress}
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
