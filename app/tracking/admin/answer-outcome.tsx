import { useEffect, useRef } from 'react';
import { Panel } from '#app/admin/panel.tsx';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { Button } from '#app/ui/button.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { Fact, Facts } from '#app/ui/facts.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { answerLayoutLabels } from '#domain/tracking/answer-columns.ts';
import {
  type CarrierAnswer,
  mostRemarks,
  type Remark,
  remarkKinds,
  remarkLabels,
} from '#domain/tracking/carrier-answer.ts';
import { formatYen } from '#domain/values/yen.ts';

type AnswerOutcomeProps = {
  fileName: string;
  answer: CarrierAnswer;
  /** It was taken, and not only tried. */
  isDone: boolean;
  isImporting: boolean;
  message: string | undefined;
  onImport: () => void;
};

/** What a file does, or did: how many boxes, and what is remarkable of which row. */
export function AnswerOutcome(props: AnswerOutcomeProps) {
  const { answer, isDone } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={box} tabIndex={-1} className="scroll-mt-4 rounded-xl outline-none">
      <Panel title={isDone ? '取り込みました' : 'ためし読みの結果'}>
        <AnswerFacts {...props} />
        <div className="mt-4 grid gap-4">
          <Remarks answer={answer} />
          {!isDone && <Import {...props} />}
        </div>
      </Panel>
    </div>
  );
}

function AnswerFacts({ fileName, answer }: AnswerOutcomeProps) {
  const { encoding, layout, hasHeader, boxColumn, slipColumn, rows } = answer;
  return (
    <Facts>
      <Fact label="ファイル">
        <span className="break-all">{fileName}</span>（{encoding}、{formatYen(rows)}行）
      </Fact>
      <Fact label="読み取り方">
        {answerLayoutLabels[layout]}（{hasHeader ? '見出しあり' : '見出しなし'}。箱の番号は
        {boxColumn}列め、送り状番号は{slipColumn}列め）
      </Fact>
      <Fact label="新しくわかった箱">{formatYen(answer.fresh)}箱</Fact>
      <Fact label="箱の発送">
        {orNothing(answer.sentApplications, '件のお申し込みを「箱を発送」に進めます')}
      </Fact>
      <Fact label="配達済み">{orNothing(answer.delivered, '箱')}</Fact>
      <Fact label="戻ってきた">{orNothing(answer.returned, '箱')}</Fact>
      <Fact label="取り込み済み">{formatYen(answer.known)}箱</Fact>
    </Facts>
  );
}

const orNothing = (count: number, words: string) =>
  count > 0 ? `${formatYen(count)}${words}` : '';

function Remarks({ answer: { remarks, remarkCounts } }: { answer: CarrierAnswer }) {
  const isCut = remarkKinds.reduce((sum, kind) => sum + (remarkCounts[kind] ?? 0), 0) > mostRemarks;
  return (
    <>
      {remarkKinds.map((kind) => {
        const count = remarkCounts[kind] ?? 0;
        const ofKind = remarks.filter((remark) => remark.kind === kind);
        return (
          count > 0 &&
          (kind === 'changed' ? (
            <Notice
              key={kind}
              kind="error"
              title={`${remarkLabels[kind]}（${formatYen(count)}行）`}
            >
              <RemarkLines remarks={ofKind} />
            </Notice>
          ) : (
            <Disclosure key={kind} summary={`${remarkLabels[kind]}（${formatYen(count)}行）`}>
              <RemarkLines remarks={ofKind} />
            </Disclosure>
          ))
        );
      })}
      {isCut && (
        <p className="text-sm text-ink-2">
          はじめの{formatYen(mostRemarks)}行までを表示しています。
        </p>
      )}
    </>
  );
}

function RemarkLines({ remarks }: { remarks: readonly Remark[] }) {
  return (
    <ul className="divide-y divide-dashed divide-line">
      {remarks.map(({ row, kind, code, message }) => (
        <li key={`${row} ${kind} ${message}`} className="py-1 text-sm">
          <b className="mr-2 whitespace-nowrap tabular-nums">{row}行め</b>
          <span className="mr-2 break-all tabular-nums">{code}</span>
          {message}
        </li>
      ))}
    </ul>
  );
}

function Import({ answer, isImporting, message, onImport }: AnswerOutcomeProps) {
  if (answer.fresh === 0) {
    return (
      <Notice title="新しく取り込むものはありません">
        <p>このファイルの箱は、すべて取り込み済みか、こちらの箱ではありません。</p>
      </Notice>
    );
  }
  return (
    <>
      <SubmitError message={message} />
      {isImporting ? (
        <ProgressBar label="取り込んでいます。この画面を開いたままお待ちください" />
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button onClick={onImport}>{formatYen(answer.fresh)}箱を取り込む</Button>
          <p className="text-sm text-ink-2">
            送り状番号が新しくわかった方へ、メールでお知らせします。
          </p>
        </div>
      )}
    </>
  );
}
