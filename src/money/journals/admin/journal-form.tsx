import * as z from 'zod/mini';
import { apiResponse } from '#kit/client/api.ts';
import { useDownload } from '#kit/client/download/use-download.tsx';
import { addressOf } from '#kit/client/send.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import { SelectField } from '#kit/forms/fields/select-field.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { Button } from '#kit/ui/button.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { ServiceMonth } from '#kit/values/days/month-schema.ts';
import { formatYen } from '#kit/values/yen.ts';
import {
  fileLimits,
  giftChoiceLabels,
  giftChoices,
  type Software,
  softwareLabels,
  softwares,
} from '#money/journals/journal.ts';

const Wish = z.object({
  software: z.enum(softwares, '会計ソフトを選んでください。'),
  from: ServiceMonth,
  to: ServiceMonth,
  gifts: z.enum(giftChoices, '寄付のまとめ方を選んでください。'),
  encoding: z.enum(['', 'utf8', 'shift_jis']),
});
type Wish = z.infer<typeof Wish>;
const initial: Wish = { software: 'yayoi', from: '', to: '', gifts: 'day', encoding: '' };

/** How a program's files are split, and what must exist there before the import. */
function SoftwareNote({ software }: { software: Software }) {
  const limit = fileLimits[software];
  return (
    <p className="text-sm text-ink-2">
      {limit &&
        `一度に読み込めるのは${formatYen(limit.rows)}行までのため、番号をつけたCSVに分け、ZIPファイルにまとめます。番号の順に取り込んでください。1件の仕訳は分かれません。`}
      {software === 'moneyforward' &&
        '勘定科目・補助科目・税区分は、マネーフォワード クラウド会計に登録した名称と同じにしてください。会計年度をまたぐときは、年度ごとに書き出してください。一度に取り込める行数は、公開の資料で確かめられていません（未確認）。'}
      名前の同じ団体や基金には、名前のあとにIDが付きます。
    </p>
  );
}

/** Chooses the months, the program and the notation of gifts, and saves the file. */
export function JournalForm() {
  const form = useForm({ schema: Wish, initial });
  const saving = useDownload(
    ({ encoding, ...wish }: Wish, signal) => {
      const query = { ...wish, encoding: encoding || undefined };
      const isSplit = fileLimits[wish.software] !== undefined;
      const address = isSplit
        ? addressOf('GET /api/office/journals.zip', { query })
        : addressOf('GET /api/office/journals.csv', { query });
      return apiResponse(address, { signal });
    },
    { fileName: '仕訳.csv', form, onDone: () => showToast('仕訳のファイルを保存しました。') },
  );
  return (
    <Form form={form} onSubmit={form.submit(saving.send)} className="grid gap-4">
      <ErrorSummary form={form} />
      <RadioCards
        form={form}
        path="software"
        label="会計ソフト"
        choices={softwares.map((value) => ({ value, label: softwareLabels[value] }))}
        columns={3}
      />
      <SoftwareNote software={form.values.software} />
      <div className="grid gap-4 narrow:grid-cols-2">
        <TextField
          form={form}
          path="from"
          label="始まりの月"
          type="month"
          required
          help="2026-11のように入力します。"
        />
        <TextField
          form={form}
          path="to"
          label="終わりの月"
          type="month"
          required
          help="始まりの月から12か月までです。"
        />
      </div>
      <RadioCards
        form={form}
        path="gifts"
        label="寄付の書き出し方"
        choices={giftChoices.map((value) => ({ value, label: giftChoiceLabels[value] }))}
        columns={2}
      />
      <SelectField
        form={form}
        path="encoding"
        label="文字コード"
        choices={[
          { value: '', label: '会計ソフトに合わせる（弥生はShift_JIS、ほかはUTF-8）' },
          { value: 'utf8', label: 'UTF-8' },
          { value: 'shift_jis', label: 'Shift_JIS' },
        ]}
      />
      <SubmitError message={saving.message} />
      {saving.progress || (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit">仕訳を書き出す</Button>
          <p className="text-sm text-ink-2">書き出しは、操作の記録に残ります。</p>
        </div>
      )}
    </Form>
  );
}
