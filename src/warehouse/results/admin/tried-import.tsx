import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import { formatYen } from '#kit/values/yen.ts';
import type { ResultBatch, ResultImport } from '#warehouse/results/result-import.ts';
import { factsOf, isReadable, verdictOf } from './import-facts.ts';
import { ImportMistakes } from './import-mistakes.tsx';
import type { Taking, UploadedFiles } from './uploaded-files.ts';

/** The result of a check: the file's errors, or its totals with the button that imports it. */
export function TriedImport({
  files,
  answer,
  isImporting,
  message,
  waiting,
  onImport,
}: {
  files: UploadedFiles;
  answer: ResultImport;
  isImporting: boolean;
  /** Why the import failed. */
  message: string | undefined;
  /** The batches that the rows may be added to. */
  waiting: readonly ResultBatch[];
  onImport: (taking: Taking) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const verdict = verdictOf(answer);
  const [batch, setBatch] = useState(() => suggestedBatch(answer, waiting));
  const hasGood = verdict === 'faulty' && isReadable(answer) && answer.accepted > 0;
  return (
    <div ref={box} tabIndex={-1} className="scroll-mt-4 rounded-xl outline-none">
      <Panel title="査定結果の取り込み — ためし読み">
        <FileLine files={files} answer={answer} />
        <div className="mt-3 grid gap-4">
          {answer.ignoredColumns.length > 0 && (
            <Notice title="使わない列があります">
              <p>
                {answer.ignoredColumns.join('、')}
                の列は読み取りません。ほかの列は、このまま受け付けられます。
              </p>
            </Notice>
          )}
          {verdict === 'faulty' && <ImportMistakes files={files} answer={answer} />}
          {verdict === 'nothing-new' && <NothingNew rows={answer.rows} />}
          {verdict === 'ready' && <Sums answer={answer} />}
          {(verdict === 'ready' || hasGood) && (
            <>
              <JoinChoice waiting={waiting} batch={batch} onChange={setBatch} />
              <SubmitError message={message} />
              {isImporting ? (
                <ProgressBar label="受け付けています。この画面を開いたままお待ちください。" />
              ) : (
                <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                  <Button
                    variant={hasGood ? 'outline' : 'primary'}
                    onClick={() => onImport({ accept: hasGood ? 'good' : 'all', batch })}
                  >
                    {hasGood
                      ? `正しい${formatYen(answer.accepted)}行を先に受け付ける`
                      : `${formatYen(answer.accepted)}行を受け付ける`}
                  </Button>
                  <p className="text-sm text-ink-2">
                    確定するまで、お申し込みの方にはお知らせしません。
                  </p>
                </div>
              )}
            </>
          )}
        </div>
      </Panel>
    </div>
  );
}

function FileLine({ files, answer }: { files: UploadedFiles; answer: ResultImport }) {
  const { encoding, rows } = answer;
  const parts: ReactNode[] = [
    <span key="name">
      <span className="break-all">{files.csv.name}</span>
      {encoding && <span className="whitespace-nowrap">（{encoding}）</span>}
      {files.items && <span className="break-all">と {files.items.name}</span>}
    </span>,
    ...(isReadable(answer) ? [`${formatYen(rows)}行`] : []),
    ...(isReadable(answer) ? factsOf(answer) : []).map(([label, value]) => (
      <span key={label} className="whitespace-nowrap">
        {label} <b>{value}</b>
      </span>
    )),
  ];
  return (
    <p>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order
        <span key={index}>
          {index > 0 && <span aria-hidden="true"> ・ </span>}
          {part}
        </span>
      ))}
    </p>
  );
}

function Sums({ answer }: { answer: ResultImport }) {
  const { newDonations, donationYen, held, onHoldYen } = answer;
  return (
    <Notice kind="success" title="すべての行を受け付けられます">
      {(newDonations > 0 || held === 0) && (
        <p>
          新しい寄付 {formatYen(newDonations)}件、合計 {formatYen(donationYen)}円になります。
        </p>
      )}
      {answer.flagged > 0 && (
        <p>
          <b>{formatYen(answer.flagged)}行は、金額や日付をお確かめください。</b>
          受け付けたあとの画面で、先に表示します。
        </p>
      )}
      {held > 0 && (
        <p>
          本人確認待ち {formatYen(held)}件（{formatYen(onHoldYen)}
          円）は、確認が済んだものから寄付になります。
        </p>
      )}
    </Notice>
  );
}

function NothingNew({ rows }: { rows: number }) {
  return (
    <Notice title="新しく取り込む行はありません">
      <p>
        {rows > 0
          ? 'このファイルの行は、すべて取り込み済みです。何も追加されません。'
          : 'このファイルには、見出しのほかに行がありません。'}
      </p>
    </Notice>
  );
}

/** The batch that still lacks at least as many rows as the file has: corrected rows are added to it. */
function suggestedBatch({ rows }: ResultImport, waiting: readonly ResultBatch[]): string {
  return waiting.find((batch) => rows > 0 && rows <= missingRows(batch))?.id ?? '';
}

/** Number of a batch's faulty rows that have not been added yet. */
const missingRows = ({ rows, accepted, unchanged }: ResultBatch) => rows - accepted - unchanged;

function JoinChoice({
  waiting,
  batch,
  onChange,
}: {
  waiting: readonly ResultBatch[];
  batch: string;
  onChange: (batch: string) => void;
}) {
  const id = useId();
  if (waiting.length === 0) return null;
  return (
    <p className="grid gap-1">
      <label htmlFor={id} className="font-bold">
        受け付け先
      </label>
      <select
        id={id}
        className="control"
        value={batch}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <option value="">新しい取り込みにする</option>
        {waiting.map((one) => (
          <option key={one.id} value={one.id}>
            {one.fileName || '（名前なし）'}に加える
            {missingRows(one) > 0 && `（残り${formatYen(missingRows(one))}行）`}
          </option>
        ))}
      </select>
    </p>
  );
}
