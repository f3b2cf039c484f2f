import { Fact, Facts } from '#kit/ui/facts.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { BankAnswerResult } from '#money/bank-answers/bank-answer.ts';

/** What the file is, and how many of its rows are no news. */
export function AnswerFacts({
  fileName,
  answer: { encoding, rows, known, booked, takenBefore },
}: {
  fileName: string;
  answer: BankAnswerResult;
}) {
  return (
    <Facts>
      <Fact label="ファイル">
        <span className="break-all">{fileName}</span>（{encoding}、{formatYen(rows)}行）
      </Fact>
      <Fact label="同じファイル">
        {takenBefore && `${formatDateTime(takenBefore.at)}に${takenBefore.by}さんが取り込み済み`}
      </Fact>
      <Fact label="取り込み済み">{known > 0 ? `${formatYen(known)}行` : null}</Fact>
      <Fact label="手で記録済みの送金">
        {booked > 0 ? `${formatYen(booked)}行（明細の行として残します）` : null}
      </Fact>
    </Facts>
  );
}
