import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { SelectInput } from '#kit/forms/fields/select-input.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { BankAnswerChoice, BankAnswerResult } from '#money/bank-answers/bank-answer.ts';
import { AnswerFacts } from './answer-facts.tsx';
import { AnswerGroups } from './answer-groups.tsx';
import { type Choices, candidatesFor, choicesFor, type Plan, planOf } from './answer-plan.ts';

/** Effects of a statement, its open choices, and the button that imports it. */
export function TriedAnswer({
  fileName,
  answer,
  progress,
  message,
  onTake,
}: {
  fileName: string;
  answer: BankAnswerResult;
  /** While it is taken. */
  progress: ReactNode;
  message: string | undefined;
  onTake: (choices: BankAnswerChoice[]) => void;
}) {
  const [choices, setChoices] = useState<Choices>({});
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const plan = planOf(answer, choices);
  const choose = (row: number, remittanceId: string | null | undefined) => {
    const { [row]: _before, ...others } = choices;
    setChoices(remittanceId === undefined ? others : { ...others, [row]: remittanceId });
  };
  return (
    <div ref={box} tabIndex={-1} className="scroll-mt-4 rounded-xl outline-none">
      <Panel title="ためし読みの結果">
        <div className="grid gap-4">
          <AnswerFacts fileName={fileName} answer={answer} />
          <AmbiguousRows answer={answer} choices={choices} onChoose={choose} />
          <AnswerGroups
            answer={answer}
            leaving={{
              isOut: (row) => choices[row] === null,
              onLeave: (row, isOut) => choose(row, isOut ? null : undefined),
            }}
          />
          <SubmitError message={message} />
          {plan.isEmpty ? (
            <Notice title="新しく記録するものはありません">
              <p>
                {plan.undecided > 0
                  ? '上の行がどの団体の分かを選ぶと、記録できます。'
                  : 'このファイルの行は、すべて取り込み済みです。'}
              </p>
            </Notice>
          ) : (
            (progress ?? (
              <div className="grid gap-2">
                <p className="text-sm text-ink-2">
                  {plan.arrived > 0 &&
                    '着金した分の寄付が「送金済み」になり、寄付者と団体へメールでお知らせします。'}
                  {plan.others > 0 &&
                    '送金のほかの入出金は、帳簿の銀行口座に記帳します。「不明」の行は、取り込んだあとで説明をつけられます。'}
                  {plan.undecided > 0 &&
                    `選んでいない${formatYen(plan.undecided)}行は、取り込みません。`}
                </p>
                <div>
                  <Button onClick={() => onTake(choicesFor(answer, choices))}>
                    {planWords(plan)}を記録する
                  </Button>
                </div>
              </div>
            ))
          )}
        </div>
      </Panel>
    </div>
  );
}

const planWords = ({ arrived, returned, others }: Pick<Plan, 'arrived' | 'returned' | 'others'>) =>
  [
    ...(arrived > 0 ? [`${formatYen(arrived)}団体の着金`] : []),
    ...(returned > 0 ? [`${formatYen(returned)}団体の組戻し`] : []),
    ...(others > 0 ? [`そのほかの${formatYen(others)}行`] : []),
  ].join('と') || '明細';

/** How a select names a row that is about none of our transfers. */
const noneOfOurs = 'none';
type Row = BankAnswerResult['ambiguous'][number];

/** Rows that fit several transfers, each with its choice. */
export function AmbiguousRows({
  answer,
  choices,
  onChoose,
}: {
  answer: BankAnswerResult;
  choices: Choices;
  /** Undefined takes a choice back. */
  onChoose: (row: number, remittanceId: string | null | undefined) => void;
}) {
  const { ambiguous } = answer;
  if (ambiguous.length === 0) return null;
  return (
    <Notice title="どの団体の分かを選んでください">
      <p className="text-sm">
        同じ額の送金が、ほかにもあります。選ばない行は取り込まず、次に取り込んだときにまた伺います。
      </p>
      <ul className="mt-2 divide-y divide-dashed divide-line">
        {ambiguous.map((row) => (
          <li key={row.row} className="grid gap-1 py-2">
            <Choice
              row={row}
              candidates={candidatesFor(answer, row, choices)}
              chosen={choices[row.row]}
              onChoose={(remittanceId) => onChoose(row.row, remittanceId)}
            />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Choice({
  row: { row, day, amountYen, description, direction },
  candidates,
  chosen,
  onChoose,
}: {
  row: Row;
  candidates: Row['candidates'];
  chosen: string | null | undefined;
  onChoose: (remittanceId: string | null | undefined) => void;
}) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="text-sm">
        <b className="mr-2 whitespace-nowrap tabular-nums">{row}行め</b>
        <span className="mr-2 whitespace-nowrap tabular-nums">{formatDate(day)}</span>
        <span className="figures mr-2 whitespace-nowrap">
          {direction === 'withdrawal' ? '出金' : '入金'} {formatYen(amountYen)}円
        </span>
        <span className="wrap-anywhere">{description}</span>
      </label>
      <div className="narrow:w-96">
        <SelectInput
          id={id}
          choices={[
            ...candidates.map(({ remittanceId, targetName }) => ({
              value: remittanceId,
              label: `${targetName}${direction === 'deposit' ? 'への送金の組戻し' : 'への送金'}`,
            })),
            { value: noneOfOurs, label: 'どの送金でもない' },
          ]}
          emptyLabel="まだ選ばない"
          value={chosen === null ? noneOfOurs : (chosen ?? '')}
          onChange={({ currentTarget: { value } }) =>
            onChoose(value === '' ? undefined : value === noneOfOurs ? null : value)
          }
        />
      </div>
    </>
  );
}
