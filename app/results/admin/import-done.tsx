import { useEffect, useRef } from 'react';
import { ButtonLink } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { ResultImport } from '#domain/results/result-import.ts';
import { formatYen } from '#domain/values/yen.ts';
import { factsOf } from './import-facts.ts';

/** What an import did, with the way to its batch; takes the focus when it appears. */
export function ImportDone({ fileName, answer }: { fileName: string; answer: ResultImport }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const { batchId, accepted } = answer;
  return (
    <div ref={box} tabIndex={-1} className="rounded-xl outline-none">
      {batchId ? (
        <Notice kind="success" title={`${formatYen(accepted)}行を取り込みました`}>
          <p className="break-all">{fileName}</p>
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
            取り込みの内容を見る
          </ButtonLink>
        </Notice>
      ) : (
        <Notice title="新しく取り込む行はありませんでした">
          <p className="break-all">{fileName}の行は、すべて取り込み済みです。</p>
        </Notice>
      )}
    </div>
  );
}
