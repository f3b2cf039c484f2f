import { Panel } from '#kit/lists/panel.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { type Column, Table } from '#kit/ui/table.tsx';
import { formatDate, formatDateTime } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { yenWords } from '#money/remittances/admin/amounts.ts';
import type { Run, TransferFile } from '#money/remittances/run.ts';
import { DownloadFile } from './download-file.tsx';
import type { RunProps } from './run-props.ts';
import { isToHandOver } from './run-steps.ts';

const columnsOf = (run: Run): readonly Column<TransferFile>[] => [
  { label: 'ファイル', isRowHeader: true, cell: ({ number }) => String(number) },
  { label: '件数', isNumber: true, cell: ({ remittances }) => `${formatYen(remittances)}件` },
  { label: '合計', isNumber: true, cell: ({ amountYen }) => yenWords(amountYen) },
  { label: '振込指定日', cell: ({ transferOn }) => formatDate(transferOn) },
  {
    label: '作成',
    cell: ({ madeAt, madeBy }) => (
      <span className="tabular-nums">
        {formatDateTime(madeAt)} <span className="wrap-anywhere">{madeBy}</span>
      </span>
    ),
  },
  { label: '扱い', cell: (file) => <Standing file={file} run={run} /> },
];

/** The files that were made for the bank: one that has been replaced is not handed out again. */
export function RunFiles({ detail, mayManage }: RunProps) {
  const { files, run } = detail;
  const current = files.find(({ isReplaced }) => !isReplaced);
  // While it waits to be handed over, the next step offers it.
  const isOffered = mayManage && current && (run.state === 'sent' || run.state === 'done');
  return (
    <Panel title="銀行に渡すファイル">
      <div className="grid gap-3">
        <Table
          caption="作成したファイル"
          columns={columnsOf(run)}
          rows={files}
          rowKey={({ id }) => id}
          onPhones="cards"
          isDense
        />
        {isOffered && (
          <DownloadFile runId={detail.run.id} fileId={current.id} number={current.number} />
        )}
      </div>
    </Panel>
  );
}

function Standing({ file, run }: { file: TransferFile; run: Run }) {
  const { replacesNumber, reason } = file;
  const isUsed = isToHandOver(file, run);
  return (
    <span className="wrap-anywhere">
      <Chip tone={isUsed ? 'leaf' : 'error'}>{isUsed ? '使うもの' : '使わない'}</Chip>
      {replacesNumber > 0 && (
        <span className="block text-sm text-ink-2">
          ファイル{replacesNumber}に替わるもの（{reason}）
        </span>
      )}
    </span>
  );
}
