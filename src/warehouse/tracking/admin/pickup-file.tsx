import { useState } from 'react';
import { apiResponse } from '#kit/client/api.ts';
import { addressOf, send } from '#kit/client/send.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { Checkbox } from '#kit/forms/fields/checkbox.tsx';
import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { fileNameOf, saveFile } from '#kit/ui/save-file.ts';
import { showToast } from '#kit/ui/toast.tsx';
import { jstDay } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { PickupFileRequest } from '#warehouse/tracking/out-box.ts';

const carriers = [
  { value: 'yamato', label: 'ヤマト B2クラウド' },
  { value: 'sagawa', label: '佐川 e飛伝III' },
];

type SkippedPickup = { appraisalId: string; version: number; problems: string[] };
type WrittenFile = { count: number; leftOut: SkippedPickup[] };

/** Downloads the carrier's file of a day's pick-ups, which marks them as arranged. */
export function PickupFile({ onChanged }: { onChanged: () => void }) {
  const [written, setWritten] = useState<WrittenFile>();
  const form = useForm({
    schema: PickupFileRequest,
    initial: { day: jstDay(new Date()), carrier: 'yamato', isAgain: false },
  });
  const submission = useSubmission(writeFile, {
    form,
    onDone(done) {
      setWritten(done);
      onChanged();
    },
  });
  return (
    <Panel title="送り状のファイル">
      <Form
        form={form}
        className="grid gap-4"
        onSubmit={form.submit((chosen) => {
          setWritten(undefined);
          return submission.send(chosen);
        })}
      >
        <ErrorSummary form={form} />
        <TextField
          form={form}
          path="day"
          label="集荷の日"
          type="date"
          required
          help="着払いの送り状です。書き出したものは手配済みになり、お申し込みの方へメールでお知らせします。お申し込みの方は変えられなくなります。"
        />
        <RadioCards form={form} path="carrier" label="運送会社" choices={carriers} columns={2} />
        <Checkbox
          form={form}
          path="isAgain"
          label="この運送会社に手配済みの分を、もう一度書き出す"
        />
        <SubmitError message={submission.message} />
        <div>
          <Button type="submit" size="small" isBusy={submission.isPending}>
            ダウンロード
          </Button>
        </div>
      </Form>
      {written && <Outcome {...written} onChanged={onChanged} />}
    </Panel>
  );
}

async function writeFile(body: PickupFileRequest): Promise<WrittenFile> {
  const response = await apiResponse(addressOf('POST /api/office/tracking/pickups/file'), { body });
  const count = Number(response.headers.get('x-row-count'));
  const leftOut = JSON.parse(decodeURIComponent(response.headers.get('x-left-out') ?? '%5B%5D'));
  if (count > 0) saveFile(await response.blob(), fileNameOf(response, 'pickups.csv'));
  return { count, leftOut };
}

function Outcome({ count, leftOut, onChanged }: WrittenFile & { onChanged: () => void }) {
  const arrangement = useSubmission(
    ({ appraisalId, version }: SkippedPickup) =>
      send('POST /api/office/tracking/pickups/:appraisalId/arrange', {
        params: { appraisalId },
        body: { version },
      }),
    {
      onDone() {
        showToast('手配済みにしました。');
        onChanged();
      },
    },
  );
  return (
    <div className="mt-4 grid gap-3">
      {count > 0 ? (
        <Notice kind="success" title={`${formatYen(count)}件の集荷を書き出しました`} />
      ) : (
        leftOut.length === 0 && <Notice title="この日に書き出す集荷はありません" />
      )}
      {leftOut.length > 0 && (
        <Notice title="送り状に入らないため、ファイルに入れていません">
          <p>手書きの送り状などで手配したら、手配済みにしてください。</p>
          <ul className="mt-2 divide-y divide-dashed divide-line">
            {leftOut.map((one) => (
              <li key={one.appraisalId} className="py-2">
                <b className="mr-3 tabular-nums">{one.appraisalId}</b>
                <span className="text-sm">{one.problems.join('')}</span>
                <button
                  type="button"
                  disabled={arrangement.isPending}
                  onClick={() => arrangement.send(one)}
                  aria-label={`${one.appraisalId}を手配済みにする`}
                  className="ml-2 min-h-11 text-sm font-bold text-coral-dark underline underline-offset-4"
                >
                  手配済みにする
                </button>
              </li>
            ))}
          </ul>
          <SubmitError message={arrangement.message} />
        </Notice>
      )}
    </div>
  );
}
