import { useEffect, useRef } from 'react';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import { formatYen } from '#kit/values/yen.ts';
import type { SaleImport } from '#money/sales/sale.ts';

type SaleOutcomeProps = {
  fileName: string;
  answer: SaleImport;
  /** Whether the file was imported, not only checked. */
  isDone: boolean;
  isImporting: boolean;
  message: string | undefined;
  onImport: () => void;
};

const differenceWords = (yen: number) =>
  yen === 0 ? '査定と同じ' : `査定より${formatYen(Math.abs(yen))}円${yen > 0 ? '高い' : '低い'}`;

/** The bookings of a file, planned or made, and the errors of its rows. */
export function SaleOutcome(props: SaleOutcomeProps) {
  const { fileName, answer, isDone } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={box} tabIndex={-1} className="scroll-mt-4 rounded-xl outline-none">
      <Panel title={isDone ? '取り込みました' : 'ためし読みの結果'}>
        <Facts>
          <Fact label="ファイル">
            <span className="break-all">{fileName}</span>（{answer.encoding ?? '読み取れません'}、
            {formatYen(answer.rows)}行）
          </Fact>
          <Fact label="新しい売却">
            {formatYen(answer.fresh)}行（{formatYen(answer.boxes)}件のお申し込み）
          </Fact>
          <Fact label="取り込み済み">{formatYen(answer.known)}行</Fact>
          <Fact label="売却額">
            {formatYen(answer.amountYen)}円（{differenceWords(answer.differenceYen)}）
          </Fact>
          <Fact label="端数">
            {answer.roundingYen > 0 && `まとめ売りを分けた端数 ${formatYen(answer.roundingYen)}円`}
          </Fact>
          <Fact label="読まない列">{answer.ignoredColumns.join('、')}</Fact>
        </Facts>
        <div className="mt-4 grid gap-4">
          <Mistakes answer={answer} />
          {!isDone && answer.errorTotal === 0 && <Import {...props} />}
        </div>
      </Panel>
    </div>
  );
}

function Mistakes({ answer: { errors, errorTotal } }: { answer: SaleImport }) {
  if (errorTotal === 0) return null;
  return (
    <Notice
      kind="error"
      title={`${formatYen(errorTotal)}か所に誤りがあるため、まだ何も取り込めません`}
    >
      <ul className="mt-1 divide-y divide-dashed divide-line text-sm">
        {errors.map(({ row, column, message }) => (
          <li key={`${row} ${column} ${message}`} className="py-1 wrap-anywhere">
            {message}
          </li>
        ))}
      </ul>
      {errorTotal > errors.length && (
        <p className="mt-1 text-sm">はじめの{formatYen(errors.length)}か所を表示しています。</p>
      )}
    </Notice>
  );
}

function Import({ answer, isImporting, message, onImport }: SaleOutcomeProps) {
  if (answer.fresh === 0) {
    return <Notice title="新しく取り込む売却はありません">すべて取り込み済みの行です。</Notice>;
  }
  return (
    <>
      <SubmitError message={message} />
      {isImporting ? (
        <ProgressBar label="取り込んでいます。この画面を開いたままお待ちください。" />
      ) : (
        <p>
          <Button onClick={onImport}>{formatYen(answer.fresh)}行を取り込む</Button>
        </p>
      )}
    </>
  );
}
