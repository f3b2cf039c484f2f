import { type ReactNode, useEffect, useRef } from 'react';
import { Panel } from '#app/admin/panel.tsx';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import type { ResultImport } from '#domain/results/result-import.ts';
import { formatYen } from '#domain/values/yen.ts';
import { factsOf, isReadable, verdictOf } from './import-facts.ts';
import { ImportMistakes } from './import-mistakes.tsx';
import type { UploadedFiles } from './uploaded-files.ts';

/** What a file would do: its mistakes, or its sums with the button that imports it. */
export function TriedImport({
  files,
  answer,
  isImporting,
  message,
  onImport,
}: {
  files: UploadedFiles;
  answer: ResultImport;
  isImporting: boolean;
  /** Why the import could not be done. */
  message: string | undefined;
  onImport: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const verdict = verdictOf(answer);
  return (
    <div ref={box} tabIndex={-1} className="scroll-mt-4 rounded-xl outline-none">
      <Panel title="査定結果の取り込み — ためし読み">
        <FileLine files={files} answer={answer} />
        <div className="mt-3 grid gap-4">
          {verdict === 'faulty' && <ImportMistakes files={files} answer={answer} />}
          {verdict === 'nothing-new' && <NothingNew rows={answer.rows} />}
          {verdict === 'ready' && (
            <>
              <Sums answer={answer} />
              <SubmitError message={message} />
              {isImporting ? (
                <ProgressBar label="取り込んでいます。この画面を開いたままお待ちください" />
              ) : (
                <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                  <Button onClick={onImport}>{formatYen(answer.accepted)}行を取り込む</Button>
                  <p className="text-sm text-ink-2">
                    お申し込みの方へ、結果をメールでお知らせします。
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
    <Notice kind="success" title="すべての行を取り込めます">
      {(newDonations > 0 || held === 0) && (
        <p>
          新しい寄付 {formatYen(newDonations)}件、合計 {formatYen(donationYen)}円を記録します。
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
