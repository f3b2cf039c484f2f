import { useEffect, useRef } from 'react';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { formatYen } from '#kit/values/yen.ts';
import type { ResultImport } from '#warehouse/results/result-import.ts';
import { factsOf } from './import-facts.ts';
import { ImportMistakes } from './import-mistakes.tsx';
import type { UploadedFiles } from './uploaded-files.ts';

/** The outcome of an import, with a link to its batch; takes the focus when it appears. */
export function ImportDone({
  fileName,
  files,
  answer,
}: {
  fileName: string;
  files: UploadedFiles;
  answer: ResultImport;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const { batchId, accepted } = answer;
  return (
    <div ref={box} tabIndex={-1} className="rounded-xl outline-none">
      {batchId ? (
        <Notice kind="success" title={`${formatYen(accepted)}行を受け付けました`}>
          <p className="break-all">{fileName}</p>
          <p>寄付者には、まだ知らせていません。内容を確かめて、確定してください。</p>
          {answer.flagged > 0 && (
            <p>
              <b>確かめる行が{formatYen(answer.flagged)}件あります。</b>
            </p>
          )}
          <p>
            {factsOf(answer)
              .map(([label, value]) => `${label} ${value}`)
              .join('、')}
          </p>
          <ButtonLink
            to={`/admin/results/${batchId}`}
            variant="outline"
            size="small"
            className="mt-3"
          >
            内容を確かめて確定する
          </ButtonLink>
        </Notice>
      ) : (
        <Notice title="新しく取り込む行はありませんでした">
          <p className="break-all">{fileName}の行は、すべて取り込み済みです。</p>
        </Notice>
      )}
      {answer.errorsTotal > 0 && (
        <div className="mt-4 grid gap-4">
          <ImportMistakes files={files} answer={answer} isWritten />
        </div>
      )}
    </div>
  );
}
