import { useEffect, useRef, useState } from 'react';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import { formatYen } from '#kit/values/yen.ts';
import { answerLayoutLabels } from '#warehouse/tracking/answer-columns.ts';
import {
  type CarrierAnswer,
  maxRemarks,
  type Remark,
  remarkKinds,
  remarkLabels,
  type WordMeanings,
} from '#warehouse/tracking/carrier-answer.ts';
import { parcelStateLabels, parcelStates } from '#warehouse/tracking/carrier-words.ts';

type AnswerOutcomeProps = {
  fileName: string;
  answer: CarrierAnswer;
  /** Whether the file was imported, not only checked. */
  isDone: boolean;
  isImporting: boolean;
  message: string | undefined;
  onImport: (meanings: WordMeanings) => void;
};

/** The effect of a carrier's file, planned or made: the number of boxes, and remarks by row. */
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
        {countLabel(answer.sentApplications, '件のお申し込みを「箱を発送」に進めます')}
      </Fact>
      <Fact label="配達済み">{countLabel(answer.delivered, '箱')}</Fact>
      <Fact label="戻ってきた">{countLabel(answer.returned, '箱')}</Fact>
      <Fact label="調査中・紛失・破損">
        {countLabel(answer.troubled, '箱（保留の棚に載せ、ご本人にお知らせします）')}
      </Fact>
      <Fact label="取り込み済み">{formatYen(answer.known)}箱</Fact>
    </Facts>
  );
}

const countLabel = (count: number, words: string) =>
  count > 0 ? `${formatYen(count)}${words}` : '';

function Remarks({ answer: { remarks, remarkCounts } }: { answer: CarrierAnswer }) {
  const isCut = remarkKinds.reduce((sum, kind) => sum + (remarkCounts[kind] ?? 0), 0) > maxRemarks;
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
          はじめの{formatYen(maxRemarks)}行までを表示しています。
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

const stateChoices = parcelStates.map((value) => ({ value, label: parcelStateLabels[value] }));

/** Asks for the meaning of the carrier's unknown terms; all must be answered before the import. */
function WordQuestions({
  words,
  meanings,
  onChange,
}: {
  words: CarrierAnswer['unknownWords'];
  meanings: WordMeanings;
  onChange: (meanings: WordMeanings) => void;
}) {
  return (
    <Notice kind="error" title="意味のわからない配達状況があります">
      <p>運送会社のことばが何を表すかを選んでください。ことばは、そのまま記録に残ります。</p>
      <ul className="mt-2 grid gap-3">
        {words.map(({ word, row, rows }) => (
          <li key={word}>
            <label className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="wrap-anywhere">
                <b>「{word}」</b>（{row}行め{rows > 1 && `など${formatYen(rows)}行`}）
              </span>
              <select
                className="min-h-11 rounded-lg border border-input bg-white px-3"
                value={meanings.find((one) => one.word === word)?.state ?? ''}
                onChange={({ currentTarget: { value } }) => {
                  const state = parcelStates.find((one) => one === value);
                  const others = meanings.filter((one) => one.word !== word);
                  onChange(state ? [...others, { word, state }] : others);
                }}
              >
                <option value="">選んでください</option>
                {stateChoices.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Import({ answer, isImporting, message, onImport }: AnswerOutcomeProps) {
  const [meanings, setMeanings] = useState<WordMeanings>([]);
  const { unknownWords } = answer;
  if (answer.fresh === 0 && unknownWords.length === 0) {
    return (
      <Notice title="新しく取り込むものはありません">
        <p>このファイルの箱は、すべて取り込み済みか、こちらの箱ではありません。</p>
      </Notice>
    );
  }
  return (
    <>
      {unknownWords.length > 0 && (
        <WordQuestions words={unknownWords} meanings={meanings} onChange={setMeanings} />
      )}
      <SubmitError message={message} />
      {isImporting ? (
        <ProgressBar label="取り込んでいます。この画面を開いたままお待ちください。" />
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            aria-disabled={meanings.length < unknownWords.length || undefined}
            onClick={() => meanings.length >= unknownWords.length && onImport(meanings)}
          >
            {unknownWords.length > 0
              ? '選んだ意味で取り込む'
              : `${formatYen(answer.fresh)}箱を取り込む`}
          </Button>
          <p className="text-sm text-ink-2">
            送り状番号が新しくわかった方へ、メールでお知らせします。
          </p>
        </div>
      )}
    </>
  );
}
