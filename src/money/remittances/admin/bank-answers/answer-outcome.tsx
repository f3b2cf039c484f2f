import { useEffect, useRef } from 'react';
import { Panel } from '#kit/lists/panel.tsx';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { formatYen } from '#kit/values/yen.ts';
import type { BankAnswerResult } from '#money/bank-answers/bank-answer.ts';
import { AnswerFacts } from './answer-facts.tsx';
import { AnswerGroups } from './answer-groups.tsx';

/** What was noted of a statement. */
export function AnswerOutcome({
  fileName,
  answer,
}: {
  fileName: string;
  answer: BankAnswerResult;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const left = answer.rowCounts.ambiguous;
  return (
    <div ref={box} tabIndex={-1} className="scroll-mt-4 rounded-xl outline-none">
      <Panel title="取り込みの結果">
        <div className="grid gap-4">
          <Notice kind="success" title="銀行の明細を取り込みました">
            {left > 0 && (
              <p>選ばなかった{formatYen(left)}行は、次に取り込んだときにまた伺います。</p>
            )}
          </Notice>
          <AnswerFacts fileName={fileName} answer={answer} />
          <AnswerGroups answer={answer} />
          <div>
            <ButtonLink to="/admin/remittances" variant="outline" size="small">
              送金の一覧へ
            </ButtonLink>
          </div>
        </div>
      </Panel>
    </div>
  );
}
