import { addressOf } from '#kit/client/send.ts';
import { StepError } from '#kit/lists/steps/step-error.tsx';
import { useStep } from '#kit/lists/steps/use-step.ts';
import { Button } from '#kit/ui/button.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { yenWords } from '#money/remittances/admin/amounts.ts';
import { DownloadFile } from './download-file.tsx';
import { MakeAnotherFile } from './make-file.tsx';
import type { RunProps } from './run-props.ts';

/** The file that goes to the bank, and the note that it went there. */
export function HandOver(props: RunProps) {
  const { detail, onChanged, onReload } = props;
  const step = useStep(
    addressOf('POST /api/office/remittance-runs/:runId/sent', { params: { runId: detail.run.id } }),
    {
      done: '銀行に渡したことを記録しました。',
      onDone: onChanged,
    },
  );
  const file = detail.files.find(({ isReplaced }) => !isReplaced);
  if (!file) return null;
  const { id, number, remittances, amountYen, transferOn } = file;
  return (
    <>
      {file.replacesNumber > 0 && (
        <Notice title={`銀行に渡すのは、ファイル${number}だけです`}>
          <p>前のファイルも渡すと、二重に振り込まれます。</p>
        </Notice>
      )}
      <Facts>
        <Fact label="ファイル">{String(number)}</Fact>
        <Fact label="件数">{formatYen(remittances)}件</Fact>
        <Fact label="合計">
          <b className="figures">{yenWords(amountYen)}</b>
        </Fact>
        <Fact label="振込指定日">{formatDate(transferOn)}</Fact>
      </Facts>
      <div className="flex flex-wrap items-start gap-3">
        <DownloadFile runId={detail.run.id} fileId={id} number={number} />
        <MakeAnotherFile {...props} file={file} />
      </div>
      <StepError step={step} onReload={onReload} />
      <div className="grid gap-2">
        <p className="text-sm text-ink-2">
          銀行での受付が済んだあとで押してください。お預かりしているお金が「送金中」に移ります。
        </p>
        <div>
          <Button
            isBusy={step.isPending}
            onClick={() => step.send({ fileId: id, version: detail.run.version })}
          >
            ファイル{number}を銀行に渡した
          </Button>
        </div>
      </div>
    </>
  );
}
