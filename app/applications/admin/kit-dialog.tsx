import { useState } from 'react';
import * as z from 'zod/mini';
import { ErrorSummary } from '#app/forms/error-summary.tsx';
import { RadioCards } from '#app/forms/fields/radio-cards.tsx';
import { TextField } from '#app/forms/fields/text-field.tsx';
import { Form } from '#app/forms/form.tsx';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useForm } from '#app/forms/use-form.ts';
import { useSubmission } from '#app/forms/use-submission.ts';
import { apiResponse } from '#app/session/api.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { fileNameOf, saveFile } from '#app/ui/save-file.ts';
import { serviceDay } from '#domain/values/days/day-schema.ts';
import { jstDay } from '#domain/values/timestamp.ts';
import { formatYen } from '#domain/values/yen.ts';

const KitExport = z.object({
  day: serviceDay('発送する日を選んでください。'),
  encoding: z.enum(['utf8', 'shift_jis']),
  carrier: z.enum(['', 'sagawa', 'yamato']),
});
type KitExport = z.infer<typeof KitExport>;

const encodings = [
  { value: 'utf8', label: 'UTF-8', note: 'Excel・新しいソフト' },
  { value: 'shift_jis', label: 'Shift_JIS', note: '送り状発行ソフト' },
];
const carriers = [
  { value: '', label: '両方' },
  { value: 'sagawa', label: '佐川急便' },
  { value: 'yamato', label: 'ヤマト運輸' },
];

/** The addresses of a day's kits as a file for the carrier's slips. */
export function KitDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} title="送り状CSV" onClose={onClose}>
      <KitForm onClose={onClose} />
    </Dialog>
  );
}

type Exported = {
  count: number;
  total: number;
  unfit: { appraisalId: string; letters: string[] }[];
};

function KitForm({ onClose }: { onClose: () => void }) {
  const [exported, setExported] = useState<Exported>();
  const form = useForm({
    schema: KitExport,
    initial: { day: jstDay(new Date()), encoding: 'utf8', carrier: '' },
  });
  const submission = useSubmission(exportKits, { form, onDone: setExported });
  return (
    <Form
      form={form}
      className="grid gap-5"
      onSubmit={form.submit((chosen) => {
        setExported(undefined);
        return submission.send(chosen);
      })}
    >
      <ErrorSummary form={form} />
      <TextField
        form={form}
        path="day"
        label="発送する日"
        type="date"
        required
        help="この日までに発送する受付中のお申し込みが、古い順に1,000件まで入ります。"
      />
      <RadioCards form={form} path="encoding" label="文字コード" choices={encodings} columns={2} />
      <RadioCards
        form={form}
        path="carrier"
        label="時間帯コードの運送会社"
        choices={carriers}
        columns={3}
      />
      <SubmitError message={submission.message} />
      {exported && <ExportNotice {...exported} />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" size="small" onClick={onClose}>
          閉じる
        </Button>
        <Button type="submit" size="small" isBusy={submission.isPending}>
          ダウンロード
        </Button>
      </div>
    </Form>
  );
}

async function exportKits({ carrier, ...chosen }: KitExport): Promise<Exported> {
  const search = new URLSearchParams({ ...chosen, ...(carrier !== '' && { carrier }) });
  const response = await apiResponse(`/api/office/kit-addresses.csv?${search}`);
  const count = Number(response.headers.get('x-row-count'));
  const total = Number(response.headers.get('x-total-count'));
  const unfit = JSON.parse(decodeURIComponent(response.headers.get('x-unfit') ?? '%5B%5D'));
  if (count > 0) saveFile(await response.blob(), fileNameOf(response, 'kit-addresses.csv'));
  return { count, total, unfit };
}

function ExportNotice({ count, total, unfit }: Exported) {
  if (count === 0) return <Notice title="この日に発送する箱はありません" />;
  return (
    <>
      <Notice kind="success" title={`${formatYen(count)}件のお届け先を書き出しました`}>
        {total > count ? (
          <p>
            お申し込みの古い順です。ほかに{formatYen(total - count)}
            件あります。この{formatYen(count)}
            件を「箱を発送した」へ進めてから、もう一度書き出してください。
          </p>
        ) : (
          <p>発送が済んだら、一覧の「今日発送」から「箱を発送した」へ進めてください。</p>
        )}
      </Notice>
      {unfit.length > 0 && (
        <Notice title="Shift_JISにない文字を〓に置き換えました">
          <p>次の送り状は、手書きで直してください。</p>
          <ul className="mt-1">
            {unfit.map(({ appraisalId, letters }) => (
              <li key={appraisalId}>
                <b className="mr-3 tabular-nums">{appraisalId}</b>
                {letters.join('、')}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}
